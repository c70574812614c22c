import { z } from "zod";

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
