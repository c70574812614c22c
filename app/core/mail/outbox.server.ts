import { addMinutes } from "date-fns";
import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import { z } from "zod";
import type { MailRefused } from "~/connectors/mail/port";
import { readSetting, writeSetting } from "~/core/settings/stored-setting.server";
import { BACKROOM } from "~/platform/auth/permission";
import { shops } from "~/platform/auth/tables.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { isDatabaseUnavailable } from "~/platform/errors";
import { jobs } from "~/platform/jobs/tables.server";
import { log } from "~/platform/log.server";
import { defineGauge } from "~/platform/metrics/gauge.server";
import { publishNotice } from "~/platform/realtime/publish.server";
import { type MailText, type MailTexts, placeholdersOf, TEXT_KEPT_DAYS } from "./mail-text";
import { type RenderedMail, renderMail, type Wording, withItsLinks } from "./render";
import { readSender, type Sender } from "./sender.server";
import { findStop, stopMailTo, stoppedText } from "./stops.server";
import { mails, mailTexts } from "./tables.server";

export type Mail = typeof mails.$inferSelect;

/** The pause after each failed attempt (minutes). After the last one, about two days in all, the mail has failed. */
const PAUSES = [1, 5, 15, 60, 120, 240, 480, 480, 720, 720];

const isUnfinished = inArray(mails.state, ["queued", "sending"]);

/** True when a mail is to be sent now; also one that a dead process was sending. */
export async function isAnyDue(shop: string): Promise<boolean> {
  return withShop(shop, (tx) => findDue(tx, shop));
}

async function findDue(tx: ShopTransaction, shop: string): Promise<boolean> {
  const due = await tx.select({ id: mails.id }).from(mails).where(isDue(shop)).limit(1);
  return due.length > 0;
}

const isDue = (shop: string) => and(eq(mails.shop, shop), isUnfinished, lte(mails.nextAttemptAt, sql`now()`));

/** A mail that is about to be sent, and its sender. */
export interface ClaimedMail {
  mail: Mail;
  sender: Sender | null;
  /** What its text's checks threw. It isn't sent now. */
  error?: unknown;
}

/** The shop's pace lets the next mail wait until then. */
export interface PacedMail {
  startsAt: Date;
}

/** Also a mail that must no longer be sent. */
type Candidate = ClaimedMail | PacedMail | { unsent: Mail; text: MailText | undefined };

/**
 * Claims the mail that has waited longest, bulk mails last. Returns null when none is due, or when the pace allows the next. Call it under the shop's lock only: then a
 * mail in state "sending" belongs to a dead process and its outcome is unknown. It is sent again with the same Message-ID. A mail that
 * must no longer be sent is skipped with a reason. They can be thousands, so it returns null when the process or the lock ends.
 */
export async function claimNextMail(
  shop: string,
  texts: MailTexts,
  ending?: AbortSignal,
): Promise<ClaimedMail | PacedMail | null> {
  while (!ending?.aborted) {
    let candidate: Mail | undefined;
    const claimed = await withShop(shop, async (tx): Promise<Candidate | "passed over" | null> => {
      const [next] = await tx
        .select()
        .from(mails)
        .where(isDue(shop))
        .orderBy(asc(mails.isBulk), asc(mails.nextAttemptAt), asc(mails.id))
        .limit(1)
        .for("update");
      // Withdrawn while this waited for it: others may be due.
      if (!next) return (await findDue(tx, shop)) ? "passed over" : null;
      const perMinute = await readPace(tx, shop);
      if (perMinute) {
        const startsAt = await readNextStart(tx, shop);
        // A longer rest than this pace's is from an earlier, slower pace.
        if (Date.now() < startsAt && startsAt <= Date.now() + restOf(perMinute))
          return { startsAt: new Date(startsAt) };
      }
      candidate = next;
      const text = texts.get(next.textId);
      const why = await whyNotSent(tx, next, text);
      if (why) {
        await tx.update(mails).set(ended("failed", why)).where(isMail(shop, next.id));
        return { unsent: next, text };
      }
      const claim = {
        state: "sending" as const,
        attempts: next.attempts + 1,
        ...(text && (await renderAgain(tx, next, text))),
      };
      await tx.update(mails).set(claim).where(isMail(shop, next.id));
      if (perMinute) await writeNextStart(tx, shop, Date.now() + restOf(perMinute));
      return { mail: { ...next, ...claim }, sender: await readSender(tx, shop) };
    }).catch((error: unknown) => {
      if (!candidate || isDatabaseUnavailable(error)) throw error;
      return claimUnchecked(candidate, error);
    });
    if (claimed === "passed over") continue;
    if (!claimed || !("unsent" in claimed)) return claimed;
    if (!(await isQueuedAgain(claimed.unsent, claimed.text))) await notifyUnsent(claimed.unsent);
  }
  return null;
}

/** Claims a mail whose text's checks failed, so that it waits for another attempt and doesn't block the others. */
async function claimUnchecked(mail: Mail, error: unknown): Promise<ClaimedMail> {
  const claim = { state: "sending" as const, attempts: mail.attempts + 1 };
  await withShop(mail.shop, (tx) =>
    tx
      .update(mails)
      .set(claim)
      .where(and(isMail(mail.shop, mail.id), isUnfinished)),
  );
  return { mail: { ...mail, ...claim }, sender: null, error };
}

/**
 * Queues a mail again whose reason not to be sent ended while it was being stored. Who ended the reason, such as by restoring an event,
 * didn't find the mail yet.
 */
const isQueuedAgain = (mail: Mail, text: MailText | undefined): Promise<boolean> =>
  withShop(mail.shop, async (tx) => {
    if (await whyNotSent(tx, mail, text)) return false;
    const { rowCount } = await tx
      .update(mails)
      .set({ state: "queued", lastError: null, endedAt: null })
      .where(and(isMail(mail.shop, mail.id), eq(mails.state, "failed")));
    return rowCount === 1;
  });

/** The pause between two mails of a pace (milliseconds). */
const restOf = (perMinute: number): number => 60_000 / perMinute;

/**
 * The mail in the shop's present wording with present values, where its text reads them. One that can't be rendered is sent as it was
 * queued, so that it doesn't block the others.
 */
async function renderAgain(tx: ShopTransaction, mail: Mail, text: MailText) {
  const values = await text.readValues?.(tx, mail);
  if (!values) return undefined;
  try {
    const { subject, text: textBody, html: htmlBody } = await renderText(tx, mail.shop, text, values);
    return { subject, textBody, htmlBody };
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    log.error({ shop: mail.shop, mail: mail.id, err: error }, "a mail could not be rendered again");
    return undefined;
  }
}

/** Why a mail must not be sent now, in a sentence: its address is blocked, its text has an objection, or its words are gone. */
export async function whyNotSent(
  tx: ShopTransaction,
  mail: Mail,
  text: MailText | undefined,
): Promise<string | null> {
  const stop = await findStop(tx, mail.shop, mail.toEmail);
  if (stop) return stoppedText(stop.reason);
  const objection = await text?.findObjection?.(tx, mail);
  if (objection) return objection;
  const isEmpty = mail.htmlBody === "" && !(await text?.readValues?.(tx, mail));
  return isEmpty ? `The text of this email was deleted after ${TEXT_KEPT_DAYS} days. Send a new one.` : null;
}

/** The mail server accepted a mail. */
export async function recordSent({ shop, id }: Mail): Promise<void> {
  await end(shop, id, { state: "sent", lastError: null });
}

/** Notifies the person who started the job whose result a mail has, after it has failed. */
async function notifyUnsent({ shop, jobId }: Pick<Mail, "shop" | "jobId">): Promise<void> {
  if (jobId === null) return;
  const [job] = await withShop(shop, (tx) =>
    tx
      .select({ title: jobs.title, startedById: jobs.startedById })
      .from(jobs)
      .where(and(eq(jobs.shop, shop), eq(jobs.id, jobId))),
  );
  if (!job) return;
  publishNotice(shop, job.startedById, {
    level: "warning",
    text: `An email of “${job.title}” didn't arrive.`,
    topic: `mail of ${jobId}`,
    link: { label: "See why in Jobs", url: `/jobs/${jobId}` },
  });
}

/** The mail server refused a mail. It waits for another attempt, has bounced, or has failed. */
export async function recordRefused(mail: Mail, { why, message }: MailRefused): Promise<void> {
  const { shop, id } = mail;
  if (why === "recipient") {
    await withShop(shop, async (tx) => {
      const bounced = await tx
        .update(mails)
        .set(ended("bounced", message))
        .where(isMail(shop, id))
        .returning({ id: mails.id });
      // Its customer may have been erased since: then the address isn't stored again.
      if (bounced.length > 0 && isAboutTheAddress(message)) await stopMailTo(tx, shop, mail.toEmail, message);
    });
    await notifyUnsent(mail);
    return;
  }
  const pause = PAUSES[mail.attempts - 1];
  if (why === "mail" || pause === undefined) {
    await end(shop, id, { state: "failed", lastError: message });
    await notifyUnsent(mail);
    return;
  }
  await withShop(shop, (tx) =>
    tx
      .update(mails)
      .set({ state: "queued", lastError: message, nextAttemptAt: addMinutes(new Date(), pause) })
      // The app may have been removed from the shop since, which ended the mail.
      .where(and(isMail(shop, id), eq(mails.state, "sending"))),
  );
}

const ended = (state: "sent" | "bounced" | "failed", lastError: string | null) => ({
  state,
  lastError,
  endedAt: new Date(),
});

const end = (
  shop: string,
  id: string,
  { state, lastError }: { state: "sent" | "failed"; lastError: string | null },
) => withShop(shop, (tx) => tx.update(mails).set(ended(state, lastError)).where(isMail(shop, id)));

const isMail = (shop: string, id: string) => and(eq(mails.shop, shop), eq(mails.id, id));

/**
 * True when a final refusal is about the address itself. Codes 5.7.x (RFC 3463) are about policy, that is, the sender or the content, and 5.2.2
 * is about a full mailbox. Neither means that the next mail would be refused.
 */
const isAboutTheAddress = (message: string): boolean => !/\b\d{3}[ -]5\.(7\.\d+|2\.2)\b/.test(message);

const KEY = "mail.pace";

/** Mails per minute. Null: as fast as the mail server accepts them. */
const pace = z.object({ perMinute: z.number().int().min(1).nullable() });

/** A shop's maximum number of mails per minute, or null without a limit. */
export async function readPace(tx: ShopTransaction, shop: string): Promise<number | null> {
  const stored = await readSetting(tx, shop, KEY);
  return stored === undefined ? null : pace.parse(stored).perMinute;
}

const NEXT_START_KEY = "mail.next-start";

/** When the pace allows the next mail of a shop, in milliseconds since 1970. 0: now. */
export async function readNextStart(tx: ShopTransaction, shop: string): Promise<number> {
  return Number((await readSetting(tx, shop, NEXT_START_KEY)) ?? 0);
}

/** Stores it together with the mail that is claimed now, so that the pace is the same for all processes, and after a crash. */
export async function writeNextStart(tx: ShopTransaction, shop: string, at: number): Promise<void> {
  await writeSetting(tx, shop, { key: NEXT_START_KEY, value: at }, { by: BACKROOM.id, at: new Date() });
}

/** Keeps it. */
export async function writePace(
  tx: ShopTransaction,
  shop: string,
  perMinute: number | null,
  changedBy: string,
): Promise<void> {
  await writeSetting(tx, shop, { key: KEY, value: { perMinute } }, { by: changedBy, at: new Date() });
}

/** A text in the shop's own words, or null if it has none. */
export async function findOwnWording(tx: ShopTransaction, shop: string, id: string): Promise<Wording | null> {
  const [own] = await tx
    .select({ subject: mailTexts.subject, body: mailTexts.body })
    .from(mailTexts)
    .where(and(eq(mailTexts.shop, shop), eq(mailTexts.textId, id)));
  return own ?? null;
}

/** A text as this shop sends it. */
export async function readWording(
  tx: ShopTransaction,
  shop: string,
  { id, subject, body }: MailText,
): Promise<Wording> {
  return (await findOwnWording(tx, shop, id)) ?? { subject, body };
}

/** Renders a text with its values, in the shop's present wording. @throws Error when a placeholder has no value */
export async function renderText(
  tx: ShopTransaction,
  shop: string,
  text: MailText,
  values: Readonly<Record<string, string>>,
): Promise<RenderedMail> {
  const wording = await readWording(tx, shop, text);
  const [row] = await tx.select({ name: shops.name }).from(shops).where(eq(shops.shop, shop));
  return renderMail(
    withItsLinks(wording, text),
    { shop: row?.name ?? shop, ...values },
    placeholdersOf(text),
  );
}

/** Emails that wait for the pace of their shop are queued, however long. */
export const mailsByState = defineGauge({
  name: "backroom_mails",
  help: "Emails that are queued, that are retried, and those of the last hour that were sent, bounced or failed, over all shops.",
  label: "state",
  sql: `SELECT state AS label, count(mail.state) AS value
          FROM unnest(ARRAY['queued', 'retrying', 'sent', 'bounced', 'failed']) AS state LEFT JOIN (
            SELECT CASE attempts WHEN 0 THEN 'queued' ELSE 'retrying' END AS state FROM mails WHERE state IN ('queued', 'sending')
            UNION ALL
            SELECT state FROM shops JOIN mails USING (shop) WHERE html_body <> '' AND ended_at > now() - interval '1 hour'
          ) AS mail USING (state) GROUP BY state`,
});
