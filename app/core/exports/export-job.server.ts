import { z } from "zod";
import { auditAction } from "~/core/audit/audit-action.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import { jobSubject } from "~/core/audit/subjects.server";
import { queueMail } from "~/core/mail/queue-mail.server";
import { ATTACHED_MOST } from "~/core/mail/send-mails.server";
import { permissionOf } from "~/platform/auth/permission";
import { findShop, type Shop } from "~/platform/auth/shops.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import type { StoredFile } from "~/platform/files/read.server";
import { FILES_KEPT_DAYS } from "~/platform/files/writer.server";
import { defineJob, type ItemContext } from "~/platform/jobs/job.server";
import { writeSheetOfJob } from "~/platform/sheets/sheet-of-job.server";
import { pluralize } from "~/platform/text/pluralize";
import { type ExportRequest, type ListExport, type ListExports, requireSearch } from "./list-export.server";
import { countExportRows, fileNameOf, frameOf, readAllRows } from "./read-rows.server";

const exportInput = z.object({
  report: z.string(),
  part: z.string(),
  searchType: z.enum(["Email", "Date"]),
  /** Gone when it was erased with a person's data, together with the filter. */
  searchValue: z.string().optional(),
  sort: z.string().optional(),
  filter: z.record(z.string(), z.unknown()).optional(),
});

/** The job that writes a spreadsheet of a list, of any length, into a file. The file and its audit entry are committed together. */
export const exportJob = (exports: ListExports) =>
  defineJob({
    name: "customers.export",
    item: exportInput,
    concurrency: 1,
    isAwaited: true,
    async run({ report: name, searchValue, ...stored }, context) {
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
      return writeSheetOfJob(context, {
        fileName: fileNameOf(declared, request, now),
        permission: permissionOf(declared),
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
          if (declared.mail) await mailFile(tx, context, { declared, text: declared.mail, rows, file });
        },
      });
    },
  });

/** Emails the file to the administrator. A file that is too large for an email is on the Jobs page. */
function mailFile(
  tx: ShopTransaction,
  { shop, jobId, administrator }: ItemContext,
  {
    declared,
    text,
    rows,
    file,
  }: { declared: ListExport; text: NonNullable<ListExport["mail"]>; rows: number; file: StoredFile },
): Promise<string> {
  const isAttached = file.size <= ATTACHED_MOST;
  return queueMail(tx, shop, text, {
    key: `export:${jobId}`,
    to: { email: administrator.email, name: administrator.name },
    values: {
      name: administrator.name,
      count: pluralize(rows, "row"),
      where: isAttached
        ? "The workbook is attached to this email."
        : `The workbook is too large for an email. It is in Backroom under Jobs, for ${FILES_KEPT_DAYS} days.`,
    },
    fileId: isAttached ? file.id : undefined,
    flag: declared.flag,
    tabs: declared.tabs,
  });
}

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
