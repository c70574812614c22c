import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { tooManyRows } from "~/core/lists/keyset-page";
import { permissionOf } from "~/platform/auth/permission";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { startJob } from "~/platform/jobs/job.server";
import { MAX_ROWS_PER_ANSWER } from "~/platform/list";
import { isMailAddress } from "~/platform/mail-address";
import { addressesIn, type Delivery } from "./delivery";
import { assertCanOpen } from "./delivery.server";
import { exportedFact, exportJob, reportExported } from "./export-job.server";
import type { Exported, ExportRequest, ListExport } from "./list-export.server";
import { countExportRows, fileNameOf, frameOf, readFirstRows } from "./read-rows.server";

const INSTEAD =
  "Narrow the search, or have the file written as a job: the same address with /job at its end.";

/**
 * The rows of an export, for a spreadsheet that the caller makes of them. The audit records the export.
 * @throws 400 with the code `TOO_MANY_ROWS` when they exceed the limit of an answer
 */
export async function exportRows(
  { shop, administrator, clock }: CallContext,
  declared: ListExport,
  request: ExportRequest,
): Promise<Exported> {
  const rows = await withShop(shop.domain, async (tx) => {
    const found = await readFirstRows(tx, shop, declared, request, MAX_ROWS_PER_ANSWER + 1);
    if (found.length > MAX_ROWS_PER_ANSWER) throw tooManyRows(INSTEAD);
    await recordAudit(tx, shop.domain, reportExported, {
      actor: administrator,
      subject: { type: shopSubject, id: shop.domain },
      before: null,
      after: exportedFact(shop, declared, request, found.length),
      flag: declared.flag,
      tabs: declared.tabs,
    });
    return found;
  });
  const titles = declared.columns.map(({ title }) => title);
  const now = clock.now();
  return {
    data: rows.map((row) => Object.fromEntries(titles.map((title, index) => [title, row[index] ?? ""]))),
    fileName: fileNameOf(declared, request, now),
    frame: frameOf(shop, declared, request, now),
  };
}

/** Starts the job that writes the file. The same operation id of the same person answers the same job. */
export async function startExport(
  { shop, administrator, declarations: { exports } }: CallContext,
  declared: ListExport,
  request: ExportRequest,
  operationId?: string,
  delivery?: Delivery,
): Promise<{ jobId: string }> {
  if (exports.get(declared.name) !== declared)
    throw new Error(`No module declares the export "${declared.name}" under "exports".`);
  // Counted before the job starts, so that a day or an order that isn't valid is refused now.
  const total = await countExportRows(shop, declared, request);
  const jobTitle = `Export: ${declared.title(request.part)}`;
  const input = { report: declared.name, ...request, filter: { ...(request.filter as object) }, delivery };
  const jobId = await withShop(shop.domain, (tx) =>
    startJob(tx, shop.domain, exportJob(exports), {
      title: jobTitle,
      permission: permissionOf(declared),
      startedBy: administrator,
      items: [{ label: jobTitle, input }],
      params: { progress: { done: 0, total } },
      operationId,
    }),
  );
  return { jobId };
}

/**
 * Starts the job that writes a spreadsheet and emails it to the administrator and to the recipients that they entered.
 * @param declared an export with `mail`
 * @throws 400 for an administrator without an email address, and for recipients who can't open the link
 */
export async function startMailedExport(
  context: CallContext,
  declared: ListExport,
  request: ExportRequest,
  delivery: Delivery,
  operationId?: string,
): Promise<{ status: true; msg: string; jobId: string }> {
  const { email } = context.administrator;
  if (!isMailAddress(email))
    throw badRequest("Your Shopify account has no valid email address to send the file to.");
  const { domain } = context.shop;
  await withShop(domain, (tx) => assertCanOpen(tx, domain, permissionOf(declared), delivery));
  const { jobId } = await startExport(context, declared, request, operationId, delivery);
  const addresses = addressesIn([email, ...delivery.recipients].join(" "));
  return {
    status: true,
    msg: `The spreadsheet is being written. It will be sent to ${new Intl.ListFormat("en-US").format(addresses)}.`,
    jobId,
  };
}
