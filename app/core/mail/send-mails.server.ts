import { setTimeout as wait } from "node:timers/promises";
import { liveMailServer } from "~/connectors/mail/live.server";
import { MailRefused, type MailServer } from "~/connectors/mail/port";
import { acquireLock } from "~/platform/db/lock.server";
import { isDatabaseUnavailable } from "~/platform/errors";
import type { Task } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import { pause, pauseMs } from "~/platform/pauses.server";
import { withPersonalLink } from "~/platform/personal-link.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { readAttachment } from "./attachment.server";
import type { MailTexts } from "./mail-text";
import { type ClaimedMail, claimNextMail, isAnyDue, recordRefused, recordSent } from "./outbox.server";

/** Pages that show the list of mails hear of changes at most this often. */
const TELL_EVERY_MS = 1_000;
/** Work that queues many mails queues the next ones after these were sent. It waits this long for them. */
const NEXT_BULK_WITHIN_MS = 500;
const LOOK_EVERY_MS = 20;
/** How long, and how often, a mail that was sent is recorded as such while the database can't be reached. */
const RECORD_WITHIN_MS = 30_000;
const RECORD_EVERY_MS = 500;

/**
 * Sends the due mails of a shop one at a time, so that only the mail in flight when a process dies can arrive twice. Sending several
 * concurrently would save half the time at most, and each of them could arrive twice. The schedule retries deferred and abandoned mails.
 */
export const sendMails = (texts: MailTexts): Task => ({
  ...SEND_MAILS,
  schedule: "* * * * *",
  run: (shop, signal) => sendDueMails(shop, { server: liveMailServer, texts }, signal),
});

/** For those who request the task. They don't know the texts that it is made from. */
export const SEND_MAILS = { name: "mail.send" } as const;

interface SendTools {
  server: MailServer;
  texts: MailTexts;
}

/** Sends until nothing is due, the process stops, or another process sends for this shop. */
export async function sendDueMails(shop: string, tools: SendTools, signal: AbortSignal): Promise<void> {
  if (!(await isAnyDue(shop))) return;
  const lock = await acquireLock(`mail ${shop}`);
  if (!lock) throw new Error("Another worker sends this shop's mails.");
  let toldAt = 0;
  let wasBulk = false;
  try {
    while (!signal.aborted && !lock.lost.aborted) {
      const claimed: ClaimedMail | null =
        (await claimNextMail(shop, tools.texts)) ??
        (wasBulk ? await claimNextWithin(shop, tools.texts, signal) : null);
      if (!claimed) break;
      wasBulk = claimed.mail.isBulk;
      const begunAt = performance.now();
      await sendOne(claimed, tools);
      if (performance.now() - toldAt > TELL_EVERY_MS) {
        toldAt = performance.now();
        publish(shop);
      }
      const rest = claimed.perMinute ? 60_000 / claimed.perMinute - (performance.now() - begunAt) : 0;
      // Under the lock, also after the last mail, so that the next sender starts after the pause.
      if (rest > 0) await wait(rest, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    await lock.release();
    publish(shop);
  }
  // The queue gives the rest to another process.
  signal.throwIfAborted();
}

async function claimNextWithin(
  shop: string,
  texts: MailTexts,
  signal: AbortSignal,
): Promise<ClaimedMail | null> {
  const until = performance.now() + pauseMs(NEXT_BULK_WITHIN_MS);
  while (performance.now() < until && !signal.aborted) {
    if (await isAnyDue(shop)) return claimNextMail(shop, texts);
    await pause(LOOK_EVERY_MS);
  }
  return null;
}

const publish = (shop: string) => publishChange(shop, "signed-in", { list: "mail" });

/** It is retried as after an outage of the mail server, so that it doesn't block the other mails. */
function unexpected({ shop, id }: ClaimedMail["mail"], error: unknown): MailRefused {
  log.warn({ shop, mail: id, err: error }, "a mail could not be sent for a reason of our own");
  return new MailRefused("later", "Something went wrong on our side.");
}

async function sendOne({ mail, sender }: ClaimedMail, { server, texts }: SendTools): Promise<void> {
  try {
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
  } catch (error) {
    await recordRefused(mail, error instanceof MailRefused ? error : unexpected(mail, error));
    return;
  }
  await recordSentOnceReachable(mail);
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
