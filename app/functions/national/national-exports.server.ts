import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { exportRows, startExport } from "~/core/exports/export-rows.server";
import { guard } from "~/core/guard.server";
import { nationalExports } from "./contract";
import { nationalReport } from "./national-report.server";

const calls = implement(nationalExports).$context<CallContext>().use(guard);

interface ExportInput {
  query: { sort?: string; partner?: string };
  body: { searchType: "Email" | "Date"; searchValue: string };
}

const requestOf = ({ query: { sort, partner = "" }, body: { searchType, searchValue } }: ExportInput) => ({
  part: partner,
  searchType,
  searchValue: searchValue.trim(),
  sort,
  filter: {},
});

/** The calls that export national partners. */
export const nationalExportsRouter = calls.router({
  national: {
    rows: calls.national.rows.handler(({ input, context }) =>
      exportRows(context, nationalReport, requestOf(input)),
    ),
    start: calls.national.start.handler(({ input, context }) =>
      startExport(context, nationalReport, requestOf(input), input.body.operationId),
    ),
  },
});
