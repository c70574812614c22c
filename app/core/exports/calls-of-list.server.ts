import { z } from "zod";
import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import { call } from "~/core/call.server";
import type { CallContext } from "~/core/context.server";
import type { AnyList, Picked } from "~/core/lists/define-list.server";
import { searchBody, tooManyRows } from "~/core/lists/keyset-page";
import { readFirst } from "~/core/lists/read-list.server";
import { permissionOf } from "~/platform/auth/permission";
import { withShop } from "~/platform/db/with-shop.server";
import { MAX_ROWS_PER_ANSWER } from "~/platform/list";
import { exportedFact, reportExported } from "./export-job.server";
import { exportRows, startExport } from "./export-rows.server";
import { type ExportRequest, exported, exportSort, type ListExport, operationId } from "./list-export.server";
import { sheetOf } from "./sheet-of-list.server";

/**
 * The two calls of an export: one answers its rows, the other starts a job that writes a file. A module adds them under `exports`.
 * @param rows what the rows are, such as "coupons"
 */
export const exportCallsOf = <L extends AnyList>(list: L, path: `/${string}`, rows: string) => {
  const query = z.object({ sort: exportSort, ...list.filters });
  const byDefault = query.default(query.parse({}));
  return exportCallsWith(sheetOf(list), path, rows, {
    parts: {
      query: byDefault as unknown as z.ZodDefault<z.ZodObject<{ sort: typeof exportSort } & L["filters"]>>,
    },
    requestOf(input) {
      const { sort = list.defaultSort, ...filter } = input.query as { sort?: string };
      return { part: "", sort, filter };
    },
  });
};

/** What calls read from the path and the query. Another sheet than the call's own is one for some shops. */
type Requested = Pick<ExportRequest, "part" | "sort" | "filter"> & { sheet?: ListExport };

interface RequestBody {
  body: z.output<typeof searchBody>;
}

/**
 * The two calls of an export that no list declares.
 * @param read what the calls read from the path and the query, and which rows that means
 */
export function exportCallsWith<const Parts extends z.core.$ZodShape>(
  sheet: ListExport,
  path: `/${string}`,
  rows: string,
  read: {
    parts: Parts;
    requestOf(
      input: z.output<z.ZodObject<Parts>>,
      context: CallContext,
      search: string,
    ): Requested | Promise<Requested>;
  },
) {
  const requestOf = async (
    context: CallContext,
    { body: { searchType, searchValue }, ...parts }: RequestBody,
  ): Promise<[CallContext, ListExport, ExportRequest]> => {
    const search = searchValue.trim();
    const input = parts as z.output<z.ZodObject<Parts>>;
    const { sheet: chosen = sheet, ...request } = await read.requestOf(input, context, search);
    return [context, chosen, { ...request, searchType, searchValue: search }];
  };
  const started = searchBody
    .unwrap()
    .extend({ operationId })
    .default({ searchValue: "", searchType: "Email" });
  return {
    rows: call(`POST ${path}`, {
      for: permissionOf(sheet),
      summary: `The rows of the spreadsheet of ${rows}`,
      input: { ...read.parts, body: searchBody } as Parts & { body: typeof searchBody },
      output: exported,
      run: async (context, input) => exportRows(...(await requestOf(context, input as RequestBody))),
    }),
    start: call(`POST ${path}/job`, {
      for: permissionOf(sheet),
      summary: `Write the spreadsheet of ${rows}, of any length, as a job`,
      status: 202,
      input: { ...read.parts, body: started } as Parts & { body: typeof started },
      output: z.object({ jobId: z.string() }),
      async run(context, input) {
        const { body } = input as { body: z.output<typeof started> };
        return startExport(...(await requestOf(context, { ...input, body })), body.operationId);
      },
    }),
  };
}

/**
 * The rows of a list without pages, as its calls answer them. The audit records the export.
 * @throws 400 with the code `TOO_MANY_ROWS` when they exceed the limit of an answer
 */
export const exportWhole = <L extends AnyList>(
  context: CallContext,
  list: L,
  picked: Picked<L>,
): Promise<z.output<L["row"]>[]> => {
  const { shop, administrator } = context;
  return withShop(shop.domain, async (tx) => {
    const rows = await readFirst(tx, context, list, { filter: picked, limit: MAX_ROWS_PER_ANSWER + 1 });
    if (rows.length > MAX_ROWS_PER_ANSWER)
      throw tooManyRows(
        "Narrow the search, or have the file written as a job: POST to the same address with /job at its end.",
      );
    const sheet = sheetOf(list);
    const { search = "", ...filter } = picked;
    const request = { part: "", searchType: "Email", searchValue: search, filter } as const;
    await recordAudit(tx, shop.domain, reportExported, {
      actor: administrator,
      subject: { type: shopSubject, id: shop.domain },
      before: null,
      after: exportedFact(shop, sheet, request, rows.length),
      flag: sheet.flag,
      tabs: sheet.tabs,
    });
    return rows;
  });
};
