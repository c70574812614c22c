import { and, eq } from "drizzle-orm";
import { mailText } from "~/core/mail/mail-text";
import { queueMail } from "~/core/mail/queue-mail.server";
import { saveSyncData } from "~/core/syncs/define-sync.server";
import { syncs } from "~/core/syncs/tables.server";
import { appAddress } from "~/platform/app-address.server";
import { mayUse } from "~/platform/auth/permission";
import { administrators } from "~/platform/auth/tables.server";
import { anyOf } from "~/platform/db/sql-fragments.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { FILES_KEPT_DAYS } from "~/platform/files/writer.server";
import { findJob } from "~/platform/jobs/job.server";
import { isMailAddress } from "~/platform/mail-address";
import type { ReportDeclaration } from "./report-declaration.server";
import { describeInput, type ReportData, reportData } from "./report-period.server";

const name = { meaning: "The administrator's name", example: "Olivia Owner" };
const report = { meaning: "The report", example: "Bundle report" };
const parameters = {
  meaning: "Its dates and options",
  example: "11/01/2026 to 11/30/2026, Bundle Report",
};

export const reportReady = mailText({
  id: "report.ready",
  name: "Report is ready",
  when: "A report was created. It goes to the administrators who requested or scheduled it",
  subject: "{{report}} is ready",
  body: `Hello {{name}},

Your report is ready: {{report}}, {{parameters}}.

{{summary}}

{{link}}

The file can be downloaded for {{days}} days.

{{shop}}`,
  placeholders: {
    name,
    report,
    parameters,
    summary: { meaning: "The result in a sentence", example: "412 bundles in 388 orders." },
    link: {
      meaning: "The report's page in Backroom, which needs its permission",
      example: "https://admin.shopify.com/store/backroom-demo/apps/backroom/bundleReport",
      isLink: true,
    },
    days: { meaning: "How many days the file is kept", example: "7" },
  },
});

export const reportFailed = mailText({
  id: "report.failed",
  name: "Report couldn't be created",
  when: "A report failed. It goes to the administrators who requested or scheduled it. When a report is canceled, it goes only to those who joined it",
  subject: "{{report}} couldn't be created",
  body: `Hello {{name}},

Your report couldn't be created: {{report}}, {{parameters}}.

{{reason}}

{{link}}

{{shop}}`,
  placeholders: {
    name,
    report,
    parameters,
    reason: {
      meaning: "Why it failed, or that it was canceled",
      example: "The orders are still being read from Shopify.",
    },
    link: {
      meaning: "The report's page in Backroom, which needs its permission",
      example: "https://admin.shopify.com/store/backroom-demo/apps/backroom/bundleReport",
      isLink: true,
    },
  },
});

type Kind = ReportDeclaration<unknown>;

/**
 * Records a report's result, and queues the email with the link to it for everyone who requested it. The link opens the report's
 * page, which needs its flag.
 */
export async function mailReport(
  tx: ShopTransaction,
  shop: string,
  definition: Kind,
  runId: string,
  { parameters, summary }: { parameters: string; summary: string },
): Promise<void> {
  // Before the recipients are read: a request that comes later finds the result, and starts a report of its own.
  await saveSyncData(tx, shop, runId, { summary });
  for (const { id, name, email } of await findRecipients(tx, shop, definition, runId))
    await queueMail(tx, shop, reportReady, {
      key: `report:${runId}:${id}`,
      to: { email, name },
      values: {
        name,
        report: definition.title,
        parameters,
        summary,
        link: linkOf(shop, definition, runId),
        days: String(FILES_KEPT_DAYS),
      },
      flag: definition.flag,
    });
}

/**
 * Queues the email that a report could not be created, once per report: Jobs shows how a retry ends.
 * @param exceptTo an administrator who isn't emailed
 */
export async function mailReportFailure(
  tx: ShopTransaction,
  shop: string,
  definition: Kind,
  runId: string,
  { parameters, reason, exceptTo }: { parameters: string; reason: string; exceptTo?: string },
): Promise<void> {
  // Before the recipients are read, as for a result.
  await saveSyncData(tx, shop, runId, { failed: true });
  for (const { id, name, email } of await findRecipients(tx, shop, definition, runId))
    if (id !== exceptTo)
      await queueMail(tx, shop, reportFailed, {
        key: `report failed:${runId}:${id}`,
        to: { email, name },
        values: { name, report: definition.title, parameters, reason, link: linkOf(shop, definition, runId) },
        flag: definition.flag,
      });
}

/**
 * Emails an end that isn't that of the report itself. The administrator who started it lost access, or it was canceled. Then only those
 * who joined it are emailed: Jobs shows it to the one who started it.
 */
export async function mailEndedJob(shop: string, definition: Kind, runId: string): Promise<void> {
  await withShop(shop, async (tx) => {
    const { state, message, startedById } = await findJob(tx, shop, runId);
    if (state !== "failed" && state !== "cancelled") return;
    const data = await readReportData(tx, shop, runId);
    // With a result, it was canceled too late, and its email is queued.
    if (!data || data.summary !== undefined) return;
    const end =
      state === "failed"
        ? { reason: message ?? "" }
        : { reason: "The report was canceled.", exceptTo: startedById };
    await mailReportFailure(tx, shop, definition, runId, {
      parameters: describeInput(definition, data),
      ...end,
    });
  });
}

/** Adds an administrator to the recipients of a report. One who retries it may take its job over. */
export async function addRecipient(
  tx: ShopTransaction,
  shop: string,
  runId: string,
  administratorId: string,
): Promise<void> {
  await tx.$client.query(
    `UPDATE runs SET data = jsonb_set(data, '{recipients}', (data -> 'recipients') || jsonb_build_array($3::text))
      WHERE shop = $1 AND id = $2 AND NOT data -> 'recipients' ? $3`,
    [shop, runId, administratorId],
  );
}

const linkOf = (shop: string, { path }: Kind, runId: string): string =>
  appAddress(shop, `${path}?run=${runId}`);

/** Who receives a report's email: those who requested it, still have its flag, and have an address. */
async function findRecipients(tx: ShopTransaction, shop: string, definition: Kind, runId: string) {
  const { recipients = [] } = (await readReportData(tx, shop, runId)) ?? {};
  if (recipients.length === 0) return [];
  const people = await tx
    .select()
    .from(administrators)
    .where(and(eq(administrators.shop, shop), anyOf(administrators.id, recipients)));
  return people.filter((person) => mayUse(person, definition.flag) && isMailAddress(person.email));
}

/** @returns undefined when the report was deleted */
async function readReportData(
  tx: ShopTransaction,
  shop: string,
  runId: string,
): Promise<ReportData | undefined> {
  const [stored] = await tx
    .select({ data: syncs.data })
    .from(syncs)
    .where(and(eq(syncs.shop, shop), eq(syncs.id, runId)));
  return stored && reportData.parse(stored.data);
}
