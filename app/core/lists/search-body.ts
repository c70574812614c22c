import { z } from "zod";

/** The body of a call that answers rows of a searchable list: the text, and whether it is an email address or a day. */
export const searchBody = z
  .object({
    searchValue: z.string().max(60, "must be at most 60 characters").default(""),
    searchType: z.enum(["Email", "Date"], "must be Email or Date").default("Email"),
  })
  .default({ searchValue: "", searchType: "Email" });
