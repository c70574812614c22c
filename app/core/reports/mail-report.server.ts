import { and, eq } from "drizzle-orm";
import { findReaders } from "~/core/exports/delivery.server";
import { queueMail } from "~/core/mail/queue-mail.server";
import { ATTACHED_MOST } from "~/core/mail/send-mails.server";
import { saveSyncData } from "~/core/syncs/define-sync.server";
import { syncs } from "~/core/syncs/tables.server";
import { appAddress } from "~/platform/app-address.server";
import { mayUse } from "~/platform/auth/permission";
import { administrators } from "~/platform/auth/tables.server";
import { anyOf } from "~/platform/db/sql-fragments.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import type { StoredFile } from "~/platform/files/read.server";
import { FILES_KEPT_DAYS } from "~/platform/files/writer.server";
import { findJob } from "~/platform/jobs/job.server";
import { comparableAddress, isMailAddress } from "~/platform/mail-address";
import { reportAttached, reportFailed, reportReady } from "./mail-texts.server";
import type { ReportDeclaration } from "./report-declaration.server";
import { describeInput, type ReportData, reportData } from "./report-period.server";

type Kind = ReportDeclaration<unknown>;

/** What an email says about a report. */
interface MailedResult {
  parameters: string;
  summary: string;
  file: Pick<StoredFile, "id" | "size">;
}

/**
 * Records a report's result, and queues its email for everyone who requested it and for the recipients that they entered. A link opens
 * the report's page, which needs its flag.
 */
export async function mailReport(
  tx: ShopTransaction,
  shop: string,
  definition: Kind,
  runId: string,
  result: MailedResult,
): Promise<void> {
  const { parameters, summary, file } = result;
  // Before the recipients are read: a request that comes later finds the result, and starts a report of its own.
  await saveSyncData(tx, shop, runId, { summary });
  const emails: ReportData["emails"] = [];
  const isTooLarge = file.size > ATTACHED_MOST;
  for (const { key, name, email, isAttached, requestedBy, canOpen } of await findAddressees(
    tx,
    shop,
    definition,
    runId,
  )) {
    if (!isAttached && !canOpen) {
      emails.push({ to: email, why: "They no longer have access to this report." });
      continue;
    }
    const shared = {
      key: `report:${runId}:${key}`,
      to: { email, name },
      flag: definition.flag,
      jobId: runId,
    };
    const said = { name, report: definition.title, parameters, summary };
    const id =
      isAttached && !(isTooLarge && canOpen)
        ? await queueMail(tx, shop, reportAttached, {
            ...shared,
            values: { ...said, requestedBy, where: isTooLarge ? tooLarge(requestedBy) : ATTACHED },
            fileId: isTooLarge ? undefined : file.id,
          })
        : await queueMail(tx, shop, reportReady, {
            ...shared,
            values: { ...said, link: linkOf(shop, definition, runId), days: String(FILES_KEPT_DAYS) },
          });
    emails.push({ to: email, id });
  }
  await saveSyncData(tx, shop, runId, { emails });
}

const ATTACHED = "The file is attached to this email.";

const tooLarge = (requestedBy: string) =>
  `The file is too large for an email. ${requestedBy} can download it in Backroom for ${FILES_KEPT_DAYS} days.`;

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
        jobId: runId,
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

interface Addressee {
  /** Of the email. */
  key: string;
  name: string;
  email: string;
  isAttached: boolean;
  /** Who requested the report for them. */
  requestedBy: string;
  /** May open the report's page. */
  canOpen: boolean;
}

/** Who gets the result, each once: those who requested it, and the recipients that they entered. */
async function findAddressees(
  tx: ShopTransaction,
  shop: string,
  definition: Kind,
  runId: string,
): Promise<Addressee[]> {
  const { deliveries = [] } = (await readReportData(tx, shop, runId)) ?? {};
  const people = await findRecipients(tx, shop, definition, runId);
  const addressees = new Map<string, Addressee>();
  const add = (addressee: Addressee) => {
    const address = comparableAddress(addressee.email);
    const other = addressees.get(address);
    addressees.set(
      address,
      other ? { ...other, isAttached: other.isAttached || addressee.isAttached } : addressee,
    );
  };
  for (const { id, name, email } of people) {
    const isAttached = deliveries.some(({ by, sendAs }) => by === id && sendAs === "attachment");
    add({ key: id, name, email, isAttached, requestedBy: name, canOpen: true });
  }
  const entered = deliveries.flatMap(({ recipients }) => recipients);
  const readers = await findReaders(tx, shop, definition.flag, entered);
  const names = await namesOf(
    tx,
    shop,
    deliveries.map(({ by }) => by),
  );
  for (const { recipients, sendAs, by } of deliveries)
    for (const email of recipients) {
      const reader = readers.get(comparableAddress(email));
      add({
        key: comparableAddress(email),
        name: reader?.name ?? email,
        email,
        isAttached: sendAs === "attachment",
        requestedBy: names.get(by) ?? "An administrator",
        canOpen: reader !== undefined,
      });
    }
  return [...addressees.values()];
}

async function namesOf(
  tx: ShopTransaction,
  shop: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const people = await tx
    .select({ id: administrators.id, name: administrators.name })
    .from(administrators)
    .where(and(eq(administrators.shop, shop), anyOf(administrators.id, ids)));
  return new Map(people.map(({ id, name }) => [id, name]));
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
