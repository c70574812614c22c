import { setTimeout as wait } from "node:timers/promises";
import { liveMailServer } from "~/connectors/mail/live.server";
import { type Attachment, MailRefused, type MailServer } from "~/connectors/mail/port";
import { acquireLock } from "~/platform/db/lock.server";
import { pause } from "~/platform/deadline.server";
import { isDatabaseUnavailable, Refusal } from "~/platform/errors";
import { readFile } from "~/platform/files/read.server";
import { type SharedSlot, StartLater, startIn, startSlice } from "~/platform/jobs/start-later.server";
import { defineTask } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import { withPersonalLink } from "~/platform/personal-link.server";
import { publishChange } from "~/platform/realtime/publish.server";
import type { MailTexts } from "./mail-text";
import { type ClaimedMail, claimNextMail, isAnyDue, recordRefused, recordSent } from "./outbox.server";

/** The largest attachment (bytes). Mail servers commonly accept 20 to 25 MB, and encoding makes a file a third larger. */
export const ATTACHED_MOST = 10 * 1024 * 1024;

/**
 * Reads a mail's attachment.
 * @throws MailRefused, a final one, when the file has expired or was erased with a person's data
 */
export async function readAttachment(shop: string, fileId: string): Promise<Attachment> {
  try {
    const { name, contentType, bytes } = await readFile(shop, fileId);
    const parts: Buffer[] = [];
    for await (const part of bytes) parts.push(part);
    return { name, contentType, content: Buffer.concat(parts) };
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) throw new MailRefused("mail", GONE);
    throw error;
  }
}

const GONE = "The file attached to this email no longer exists. Create it again.";

/** Pages that show the list of mails are notified at most this often. */
const PUBLISH_EVERY_MS = 1_000;

/** A shorter rest of the pace costs less than starting again after it. */
const MAX_REST_MS = 50;

/** A worker that lost its connection holds a shop's lock for about 12 seconds. */
const LOCKED_MS = 1_500;

/**
 * After as many mails in a row for which the mail server can't be used, the others wait for the next run, without an attempt: each may
 * wait for a connection. A single one may be the server's fault with that mail.
 */
const MAX_UNUSABLE = 2;

/** How long, and how often, a mail that was sent is recorded as such while the database can't be reached. */
const RECORD_WITHIN_MS = 30_000;

const RECORD_EVERY_MS = 500;

/**
 * Sends the due mails of a shop one at a time, so that only the mail in flight when a process dies can arrive twice. Sending several
 * concurrently would save half the time at most, and each of them could arrive twice. The schedule retries deferred and abandoned mails.
 */
export const sendMails = (texts: MailTexts) =>
  defineTask({
    ...SEND_MAILS,
    schedule: {
      cron: "* * * * *",
      due: "EXISTS (SELECT FROM mails AS due WHERE due.shop = shops.shop AND due.state IN ('queued', 'sending') AND due.next_attempt_at <= now())",
    },
    run: (shop, signal, slot) => sendDueMails(shop, { server: liveMailServer, texts }, signal, slot),
  });

/** For those who request the task. They don't know the texts that it is made from. */
export const SEND_MAILS = { name: "mail.send" } as const;

interface SendTools {
  server: MailServer;
  texts: MailTexts;
}

/**
 * Sends until nothing is due, the mail server can't be used, or the process stops.
 * @throws StartLater when the pace lets the next mail wait, other work waits for the slot, or another process sends for this shop
 */
export async function sendDueMails(
  shop: string,
  tools: SendTools,
  signal: AbortSignal,
  slot?: SharedSlot,
): Promise<void> {
  if (!(await isAnyDue(shop))) return;
  const lock = await acquireLock(`mail ${shop}`);
  if (!lock) throw startIn(LOCKED_MS, "Another worker sends this shop's mails.");
  const isSliceOver = startSlice(slot);
  const ending = AbortSignal.any([signal, lock.lost]);
  let publishedAt = 0;
  let unusable = 0;
  try {
    while (unusable < MAX_UNUSABLE) {
      const claimed = await claimNextMail(shop, tools.texts, ending);
      if (!claimed) break;
      if ("startsAt" in claimed) {
        const restMs = claimed.startsAt.getTime() - Date.now();
        if (restMs > MAX_REST_MS) throw new StartLater("The next mail waits for the pace.", claimed.startsAt);
        await wait(Math.max(0, restMs));
        continue;
      }
      unusable = (await sendOne(claimed, tools)) ? 0 : unusable + 1;
      if (performance.now() - publishedAt > PUBLISH_EVERY_MS) {
        publishedAt = performance.now();
        publish(shop);
      }
      if (isSliceOver()) throw startIn(0, "Other work waits for the slot.");
    }
  } finally {
    await lock.release();
    publish(shop);
  }
  // The queue gives the rest to another process.
  signal.throwIfAborted();
}

const publish = (shop: string) => publishChange(shop, "signed-in", { list: "mail" });

/** It is retried as after an outage of the mail server, so that it doesn't block the other mails. */
function unexpected({ shop, id }: ClaimedMail["mail"], error: unknown): MailRefused {
  log.warn({ shop, mail: id, err: error }, "a mail could not be sent for a reason of our own");
  return new MailRefused("later", "Something went wrong on our side.");
}

/** @returns false when the mail server can't be used */
async function sendOne({ mail, sender, error }: ClaimedMail, { server, texts }: SendTools): Promise<boolean> {
  try {
    if (error) throw error;
    if (!sender)
      throw new MailRefused("later", "No sender set. The owner enters an address under Settings, Mail.");
    const attachment = mail.fileId === null ? undefined : await readAttachment(mail.shop, mail.fileId);
    const chosen = (await texts.get(mail.textId)?.chooseServer?.(mail, server)) ?? server;
    await chosen.send({
      ...sender,
      to: { email: mail.toEmail, name: mail.toName ?? undefined },
      subject: mail.subject,
      text: withPersonalLink(mail.textBody, mail),
      html: withPersonalLink(mail.htmlBody, mail),
      messageId: mail.messageId,
      attachment,
    });
  } catch (cause) {
    const refusal = cause instanceof MailRefused ? cause : unexpected(mail, cause);
    await recordRefused(mail, refusal);
    return !refusal.isUnusable;
  }
  await recordSentOnceReachable(mail);
  return true;
}

/** Waits while the database can't be reached: a mail that isn't recorded as sent is sent again later. */
async function recordSentOnceReachable(mail: ClaimedMail["mail"]): Promise<void> {
  const until = performance.now() + RECORD_WITHIN_MS;
  for (;;) {
    try {
      return await recordSent(mail);
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() > until) throw error;
      log.warn({ shop: mail.shop, mail: mail.id, err: error }, "a sent mail could not be recorded yet");
    }
    await pause(RECORD_EVERY_MS);
  }
}
