import { z } from "zod";
import { pageRequest } from "~/platform/contract/page";

/** The body of a call that answers a page of customers (section 7 of the first specification text). */
export const customerListBody = z
  .object({
    searchValue: z.string().max(60, "must be at most 60 characters").default(""),
    searchType: z.enum(["Email", "Date"], "must be Email or Date").default("Email"),
  })
  .default({ searchValue: "", searchType: "Email" });

/** Where a page of customers starts, and in which order. */
export const customerListQuery = z.object({
  ...pageRequest,
  sort: z.string().max(40).optional(),
  pageSize: z.coerce
    .number("must be a number")
    .int("must be a whole number")
    .min(1)
    .max(100, "must be at most 100")
    .optional(),
});
