import { z } from "zod";
import { searchBody } from "~/core/lists/search-body";
import type { Flag } from "~/platform/auth/permission";
import { call } from "~/platform/contract/call";

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

/**
 * The two calls of an export: one answers its rows, the other starts a job that writes a file. A module adds them under
 * `exports`.
 * @param rows what the rows are, such as "national partners"
 * @param parts what the calls read from the path and the query
 */
export function exportCalls<Parts extends z.core.$ZodShape>(
  flag: Flag,
  path: `/${string}`,
  rows: string,
  parts: Parts,
) {
  return {
    rows: call(flag)
      .route({
        method: "POST",
        path,
        inputStructure: "detailed",
        summary: `The rows of the spreadsheet of ${rows}`,
      })
      .input(z.object({ ...parts, body: searchBody }))
      .output(exported),
    start: call(flag)
      .route({
        method: "POST",
        path: `${path}/job`,
        inputStructure: "detailed",
        summary: `Write the spreadsheet of ${rows}, of any length, as a job`,
        successStatus: 202,
      })
      .input(
        z.object({
          ...parts,
          body: z
            .object({ ...searchBody.unwrap().shape, operationId })
            .default({ searchValue: "", searchType: "Email" }),
        }),
      )
      .output(z.object({ jobId: text })),
  };
}
