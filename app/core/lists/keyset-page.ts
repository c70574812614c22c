import { z } from "zod";
import { Refusal } from "~/platform/errors";
import { MAX_ROWS_PER_ANSWER } from "~/platform/list";

/** Longer than the cursor of any row: a name of 510 characters is part of the longest. */
const CURSOR_LENGTH = 4_000;

/** The paging fields of a list call's input. Their names are fixed. */
export const pageRequest = {
  direction: z.enum(["next", "previous"], "must be next or previous").optional(),
  /** The cursor that a page answered. */
  last_id: z.string().max(CURSOR_LENGTH, "must be the cursor of a page").optional(),
};

export type PageRequest = z.infer<z.ZodObject<typeof pageRequest>>;

/** A page of rows with the paging fields of a list call's output. Their names are fixed. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    rows: z.array(row),
    nextCursor: z.string().nullable(),
    previousCursor: z.string().nullable(),
    hasNextPage: z.boolean(),
    hasPreviousPage: z.boolean(),
    total: z.object({ count: z.number().int(), exact: z.boolean() }).nullable(),
  });

/** The body of a call that answers rows of a searchable list: the text, and whether it is an email address or a day. */
export const searchBody = z
  .object({
    searchValue: z.string().max(60, "must be at most 60 characters").default(""),
    searchType: z.enum(["Email", "Date"], "must be Email or Date").default("Email"),
  })
  .default({ searchValue: "", searchType: "Email" });

/** The refusal's code when there are more: then a job writes the file. */
export const TOO_MANY_ROWS = "TOO_MANY_ROWS";

/** 400 with the code `TOO_MANY_ROWS`. @param instead what to do instead, a whole sentence */
export const tooManyRows = (instead: string) =>
  new Refusal(
    400,
    TOO_MANY_ROWS,
    `There are more than ${MAX_ROWS_PER_ANSWER.toLocaleString("en-US")} rows, too many for one answer. ${instead}`,
  );
