import { z } from "zod";
import { recordAudit } from "~/domain/audit/record.server";
import { isNarrowed } from "~/domain/customers/selection.server";
import { INVITATION_STATES } from "~/domain/invitations/states";
import { isNarrowing, keptTransactionFilter } from "~/domain/ledger/transaction-filter";
import { ENDINGS } from "~/domain/registrations/expiry/expiry";
import { findShop } from "~/platform/auth/shops.server";
import { notFound } from "~/platform/errors";
import { defineJob } from "~/platform/jobs/job.server";
import { writeSheetOfJob } from "~/platform/sheets/sheet-of-job.server";
import { REPORT_NAMES, REPORTS } from "./reports.server";
import { allRows, countRows, type ExportRequest, fileNameOf, frameOf } from "./rows.server";

/** All of it is needed: a search that was erased must not become an export of everybody. */
const exportInput = z.object({
  report: z.enum(REPORT_NAMES),
  part: z.string(),
  searchType: z.enum(["Email", "Date"]),
  searchValue: z.string(),
  sort: z.string().optional(),
  ends: z.enum(ENDINGS).optional(),
  state: z.enum(INVITATION_STATES).optional(),
  transactions: keptTransactionFilter.optional(),
});

/** Writes a spreadsheet of a list, of any length, into a file; that somebody took them is written down with it. */
export const exportJob = defineJob({
  name: "customers.export",
  item: exportInput,
  concurrency: 1,
  async run(request, context) {
    const shop = await findShop(context.shop);
    if (!shop) throw notFound("The app is not installed in this shop any more.");
    const now = new Date();
    const { flag } = REPORTS[request.report];
    return writeSheetOfJob(context, {
      fileName: fileNameOf(request, now),
      permission: flag,
      frame: frameOf(shop, request, now),
      batches: allRows(shop, request, context.signal),
      total: await countRows(shop, request),
      alsoIn: (tx, rows) =>
        recordAudit(tx, context.shop, {
          action: "report.exported",
          actor: context.administrator,
          subject: { type: "job", id: context.jobId },
          before: null,
          after: exportedFact(request, rows),
          jobId: context.jobId,
          flag,
        }),
    });
  },
});

/** What an audit entry says of an export. Not what was searched for: that may be somebody's address. */
export const exportedFact = (request: ExportRequest, rows: number) => ({
  report: REPORTS[request.report].title(request.part),
  rows,
  which:
    isNarrowed(request) || request.state || isNarrowing(request.transactions)
      ? "what a search found"
      : "the whole list",
});
