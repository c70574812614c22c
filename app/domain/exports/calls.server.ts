import { implement } from "@orpc/server";
import { recordAudit } from "~/domain/audit/record.server";
import type { InvitedAudience } from "~/domain/invitations/screens";
import type { InvitationState, InvitationTab } from "~/domain/invitations/states";
import type { Ending } from "~/domain/registrations/expiry/expiry";
import type { CallContext } from "~/platform/contract/context.server";
import { door } from "~/platform/contract/door.server";
import { MOST_ROWS_AT_ONCE, tooManyRowsAtOnce } from "~/platform/contract/rows-at-once";
import { withShop } from "~/platform/db/with-shop.server";
import { startJob } from "~/platform/jobs/job.server";
import { type Exported, exportsContract } from "./contract";
import { exportedFact, exportJob } from "./export-job.server";
import { REPORTS, type ReportName } from "./reports.server";
import { countRows, type ExportRequest, fileNameOf, firstRows, frameOf } from "./rows.server";

const calls = implement(exportsContract).$context<CallContext>().use(door);

const INSTEAD =
  "Narrow the search, or have the file written as a job: the same address with /job at its end.";

/** What the calls are asked with, as far as they have it in common. */
interface Asked {
  params?: { status: string };
  query: { sort?: string; partner?: string; ends?: Ending; state?: InvitationState };
  body: { searchType: "Email" | "Date"; searchValue: string; operationId?: string };
}

const requestOf = (
  report: ReportName,
  { params, query, body }: Asked,
  tab?: InvitationTab,
): ExportRequest => ({
  report,
  part: tab ?? params?.status ?? query.partner ?? "",
  searchType: body.searchType,
  searchValue: body.searchValue.trim(),
  sort: query.sort,
  ends: query.ends,
  state: query.state,
});

/** The exports of a screen of invited users. */
const invitedRouter = (audience: InvitedAudience) => {
  const ofTab = (tab: InvitationTab) => ({
    rows: calls[audience][tab].rows.handler(({ input, context }) =>
      exportRows(context, requestOf(audience, input, tab)),
    ),
    start: calls[audience][tab].start.handler(({ input, context }) =>
      startExport(context, requestOf(audience, input, tab), input.body.operationId),
    ),
  });
  return { invited: ofTab("invited"), registered: ofTab("registered") };
};

/** The calls of the exports. */
export const exportsRouter = calls.router({
  student: {
    rows: calls.student.rows.handler(({ input, context }) =>
      exportRows(context, requestOf("student", input)),
    ),
    start: calls.student.start.handler(({ input, context }) =>
      startExport(context, requestOf("student", input), input.body.operationId),
    ),
  },
  staff: {
    rows: calls.staff.rows.handler(({ input, context }) => exportRows(context, requestOf("staff", input))),
    start: calls.staff.start.handler(({ input, context }) =>
      startExport(context, requestOf("staff", input), input.body.operationId),
    ),
  },
  national: {
    rows: calls.national.rows.handler(({ input, context }) =>
      exportRows(context, requestOf("national", input)),
    ),
    start: calls.national.start.handler(({ input, context }) =>
      startExport(context, requestOf("national", input), input.body.operationId),
    ),
  },
  partner: invitedRouter("partner"),
  retiree: invitedRouter("retiree"),
  invite: invitedRouter("invite"),
  toolconnect: invitedRouter("toolconnect"),
});

/**
 * The rows of an export, for a spreadsheet that the caller makes of them; it is written down that they were taken.
 * @throws 400 with the code `TOO_MANY_ROWS` when they are more than an answer may have
 */
async function exportRows(
  { shop, administrator, clock }: CallContext,
  request: ExportRequest,
): Promise<Exported> {
  const { columns, flag } = REPORTS[request.report];
  const rows = await withShop(shop.domain, async (tx) => {
    const found = await firstRows(tx, shop, request, MOST_ROWS_AT_ONCE + 1);
    if (found.length > MOST_ROWS_AT_ONCE) throw tooManyRowsAtOnce(INSTEAD);
    await recordAudit(tx, shop.domain, {
      action: "report.exported",
      actor: administrator,
      subject: { type: "shop", id: shop.domain },
      before: null,
      after: exportedFact(request, found.length),
      flag,
    });
    return found;
  });
  const titles = columns.map(({ title }) => title);
  const now = clock.now();
  return {
    data: rows.map((row) => Object.fromEntries(titles.map((title, index) => [title, row[index] ?? ""]))),
    fileName: fileNameOf(request, now),
    frame: frameOf(shop, request, now),
  };
}

/** Starts the job that writes the file. The same operation id of the same person answers the same job. */
export async function startExport(
  { shop, administrator }: CallContext,
  request: ExportRequest,
  operationId?: string,
): Promise<{ jobId: string }> {
  const { flag, title } = REPORTS[request.report];
  // Counted before the job is there: a day or an order that is none is refused now.
  const total = await countRows(shop, request);
  const jobTitle = `Export: ${title(request.part)}`;
  const jobId = await withShop(shop.domain, (tx) =>
    startJob(tx, shop.domain, exportJob, {
      title: jobTitle,
      permission: flag,
      startedBy: administrator,
      items: [{ label: jobTitle, input: request }],
      params: { progress: { done: 0, total } },
      operationId,
    }),
  );
  return { jobId };
}
