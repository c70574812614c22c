import { liveMailServer } from "~/connectors/mail/live.server";
import { MailRefused, type MailServer } from "~/connectors/mail/port";
import { takeLock } from "~/platform/db/lock.server";
import type { Task } from "~/platform/jobs/task.server";
import { withPersonalLink } from "~/platform/personal-link.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { type ClaimedMail, claimNextMail, isAnyDue, noteRefused, noteSent } from "./outbox.server";

/** Pages that show the list of mails hear of changes at most this often. */
const TELL_EVERY_MS = 1_000;

/**
 * Sends what is due, one mail at a time per shop: of all mails, only the one that was on its way when a process died can
 * arrive twice. The schedule takes up what waits for another attempt, and what a dead process left.
 */
export const sendMails: Task = {
  name: "mail.send",
  schedule: "* * * * *",
  run: (shop, signal) => sendDueMails(shop, liveMailServer, signal),
};

/** Sends until nothing is due, the process stops, or another process sends for this shop. */
export async function sendDueMails(shop: string, server: MailServer, signal: AbortSignal): Promise<void> {
  if (!(await isAnyDue(shop))) return;
  const lock = await takeLock(`mail ${shop}`);
  if (!lock) throw new Error("Another worker sends this shop's mails.");
  let toldAt = 0;
  try {
    while (!signal.aborted && !lock.lost.aborted) {
      const claimed = await claimNextMail(shop);
      if (!claimed) break;
      await sendOne(claimed, server);
      if (performance.now() - toldAt > TELL_EVERY_MS) {
        toldAt = performance.now();
        tell(shop);
      }
    }
  } finally {
    await lock.release();
    tell(shop);
  }
  // The queue gives the rest to another process.
  signal.throwIfAborted();
}

const tell = (shop: string) => publishChange(shop, "signed-in", { list: "mail" });

async function sendOne({ mail, sender }: ClaimedMail, server: MailServer): Promise<void> {
  try {
    if (!sender)
      throw new MailRefused(
        "later",
        "Nobody is set as the sender. The owner enters an address under Settings, Mail.",
      );
    await server.send({
      ...sender,
      to: { email: mail.toEmail, name: mail.toName ?? undefined },
      subject: mail.subject,
      text: withPersonalLink(mail.textBody, mail),
      html: withPersonalLink(mail.htmlBody, mail),
      messageId: mail.messageId,
    });
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    await noteRefused(mail, error);
    return;
  }
  await noteSent(mail);
}
