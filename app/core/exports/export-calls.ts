import { z } from "zod";

const text = z.string();

/** The rows of a spreadsheet, and its header. */
export const exported = z.object({
  /** Each row by its columns' titles, in their order. */
  data: z.array(z.record(text, z.union([text, z.number()]))),
  /** With its ending. */
  fileName: text,
  frame: z.object({
    name: text,
    columns: z.array(z.object({ title: text, width: z.number() })).readonly(),
    report: z.object({ title: text, lines: z.array(text).readonly() }),
  }),
});
export type Exported = z.infer<typeof exported>;

/** The order of the rows, as the list's own. */
export const exportSort = text.max(40).optional();
export const operationId = text.min(8).max(100).optional();
