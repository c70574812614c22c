import { z } from "zod";
import { auditAction } from "~/core/audit/audit-action.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import { jobSubject } from "~/core/audit/subjects.server";
import { permissionOf } from "~/platform/auth/permission";
import { findShop, type Shop } from "~/platform/auth/shops.server";
import { notFound } from "~/platform/errors";
import { defineJob } from "~/platform/jobs/job.server";
import { writeSheetOfJob } from "~/platform/sheets/sheet-of-job.server";
import { OWN_COPY } from "./delivery";
import { storedDelivery } from "./delivery.server";
import { type ExportRequest, type ListExport, type ListExports, requireSearch } from "./list-export.server";
import { mailFile } from "./mail-export.server";
import { countExportRows, fileNameOf, frameOf, readAllRows } from "./read-rows.server";

const exportInput = z.object({
  report: z.string(),
  part: z.string(),
  searchType: z.enum(["Email", "Date"]),
  /** Gone when it was erased with a person's data, together with the filter. */
  searchValue: z.string().optional(),
  sort: z.string().optional(),
  filter: z.record(z.string(), z.unknown()).optional(),
  /** Of an export that is emailed. */
  delivery: storedDelivery.optional(),
});

/** The job that writes a spreadsheet of a list, of any length, into a file. The file and its audit entry are committed together. */
export const exportJob = (exports: ListExports) =>
  defineJob({
    name: "customers.export",
    item: exportInput,
    concurrency: 1,
    isAwaited: true,
    async run({ report: name, searchValue, delivery = OWN_COPY, ...stored }, context) {
      const shop = await findShop(context.shop);
      if (!shop) throw notFound("The app is no longer installed in this shop.");
      const declared = exports.get(name);
      if (!declared) throw notFound(`This version of Backroom doesn't have the export "${name}".`);
      const request = {
        ...stored,
        searchValue: requireSearch(searchValue),
        filter: declared.filter.parse(stored.filter),
      };
      const now = new Date();
      let unsent: string[] = [];
      const outcome = await writeSheetOfJob(context, {
        fileName: fileNameOf(declared, request, now),
        format: delivery.format,
        permission: permissionOf(declared),
        // Those who get the link can open it.
        isShared: delivery.sendAs === "link" && delivery.recipients.length > 0,
        frame: frameOf(shop, declared, request, now),
        batches: readAllRows(shop, declared, request, context.signal),
        total: await countExportRows(shop, declared, request),
        async alsoIn(tx, rows, file) {
          await recordAudit(tx, context.shop, reportExported, {
            actor: context.administrator,
            subject: { type: jobSubject, id: context.jobId },
            before: null,
            after: exportedFact(shop, declared, request, rows),
            jobId: context.jobId,
            flag: declared.flag,
            tabs: declared.tabs,
          });
          unsent = await mailFile(tx, context, { declared, delivery, rows, file });
        },
      });
      return { ...outcome, message: [outcome.message, ...unsent].join(" ") };
    },
  });

/** The audit entry of an export. It leaves out the search and the filter, which may have an email address. */
export function exportedFact(
  { currency }: Pick<Shop, "currency">,
  declared: ListExport,
  request: ExportRequest,
  rows: number,
) {
  const lines = declared.filterLines?.(request, currency) ?? [];
  const part = lines.length > 0 ? "a part of the list" : "the whole list";
  return {
    report: declared.title(request.part),
    rows,
    which: request.searchValue === "" ? part : "what a search found",
  };
}

export const reportExported = auditAction<null, { report: string; rows: number; which: string }>(
  "report.exported",
  "Exported a list",
);
