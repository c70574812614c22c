import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { exportRows, startExport } from "~/core/exports/export-rows.server";
import type { ListExport } from "~/core/exports/list-export.server";
import { guard } from "~/core/guard.server";
import type { Ending } from "../expiry/expiry";
import type { RegistrationTab } from "../status";
import type { registrationExports } from "./registration-exports";

interface ExportInput {
  params: { status: RegistrationTab };
  query: { sort?: string; ends?: Ending };
  body: { searchType: "Email" | "Date"; searchValue: string };
}

const requestOf = ({ params, query: { sort, ends }, body: { searchType, searchValue } }: ExportInput) => ({
  part: params.status,
  searchType,
  searchValue: searchValue.trim(),
  sort,
  filter: { ends },
});

/** Implements the calls that export registrations. */
export function registrationExportsRouter(
  contract: ReturnType<typeof registrationExports>,
  report: ListExport,
) {
  const calls = implement(contract).$context<CallContext>().use(guard);
  return calls.router({
    rows: calls.rows.handler(({ input, context }) => exportRows(context, report, requestOf(input))),
    start: calls.start.handler(({ input, context }) =>
      startExport(context, report, requestOf(input), input.body.operationId),
    ),
  });
}
