import type { MailServer, OutgoingMail } from "~/connectors/mail/port";
import type { MailRequest } from "~/core/mail/queue-mail.server";
import { listMail, readMail } from "../../../local-store/mail/mailbox.ts";
import { DEMO, type TestShop } from "../../support/test-shop.ts";

export interface MailRow {
  id: string;
  state: string;
  attempts: number;
  last_error: string | null;
  message_id: string;
  subject: string;
  waits_minutes: number;
}

async function rowsOf<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
  const { database } = await import("~/platform/db/pool.server");
  return (await database().query<Row>(text, values)).rows;
}

/** A mail as the outbox has it. */
export async function mailRow(id: string): Promise<MailRow> {
  const [row] = await rowsOf<MailRow>(
    "SELECT *, round(extract(epoch FROM next_attempt_at - now()) / 60)::int AS waits_minutes FROM mails WHERE id = $1",
    [id],
  );
  if (!row) throw new Error("This email doesn't exist.");
  return row;
}

/** Blocks an address, as a mail that came back does. */
export async function blockAddress(address: string): Promise<void> {
  const [{ withShop }, { stopMailTo }] = await Promise.all([
    import("~/platform/db/with-shop.server"),
    import("~/core/mail/stops.server"),
  ]);
  await withShop(DEMO, (tx) => stopMailTo(tx, DEMO, address, "550 5.1.1 no such user"));
}

/** Queues a mail to an address, in a transaction of its own. */
export async function queue(
  mail: Partial<MailRequest> & { email: string; values?: Record<"name" | "endDate" | "timeLeft", string> },
  shop = DEMO,
): Promise<string> {
  const [{ withShop }, { queueMail }, { registrationEnds }] = await Promise.all([
    import("~/platform/db/with-shop.server"),
    import("~/core/mail/queue-mail.server"),
    import("~/domain/registrations/mail-texts.server"),
  ]);
  const { email, ...rest } = mail;
  return withShop(shop, (tx) =>
    queueMail(tx, shop, registrationEnds, {
      key: `test:${email}`,
      to: { email, name: "Ana Martin" },
      values: { name: "Ana", endDate: "06/30/2027", timeLeft: "in 7 days" },
      ...rest,
    }),
  );
}

/** A longer rest is thrown. */
const MAX_REST_MS = 500;

/** Sends due mails, as the worker does, over the local store's SMTP server unless another one is given. */
export async function sendDue(server?: MailServer, shop = DEMO): Promise<void> {
  const [{ sendDueMails }, { app }, { liveMailServer }] = await Promise.all([
    import("~/core/mail/send-mails.server"),
    import("../../support/app.ts"),
    import("~/connectors/mail/live.server"),
  ]);
  const tools = { server: server ?? liveMailServer, texts: app.declarations.mailTexts };
  const { StartLater } = await import("~/platform/jobs/start-later.server");
  for (;;) {
    try {
      return await sendDueMails(shop, tools, new AbortController().signal);
    } catch (error) {
      if (!(error instanceof StartLater) || error.message.startsWith("Another worker")) throw error;
      const restMs = error.at.getTime() - Date.now();
      if (restMs > MAX_REST_MS) throw error;
      // As the queue does.
      await new Promise((resolve) => setTimeout(resolve, restMs));
    }
  }
}

/** Sends the mails that are due to a server that accepts them. @returns them with their attachments, by address */
export async function sentMails(shop = DEMO): Promise<OutgoingMail[]> {
  const mails: OutgoingMail[] = [];
  await sendDue({ send: async (mail) => void mails.push(mail) }, shop);
  return mails.toSorted((one, other) => one.to.email.localeCompare(other.to.email));
}

/** The pause before a mail's next attempt is over, as time would have it. */
export const pauseIsOver = (id: string) =>
  rowsOf("UPDATE mails SET next_attempt_at = now() WHERE id = $1", [id]);

/** The pauses before the next attempts of all mails are over, as time would have it. */
export const pausesAreOver = () =>
  rowsOf("UPDATE mails SET next_attempt_at = now() WHERE state = 'queued'", []);

/** What the local store's mail server got for an address, oldest first. */
export async function arrivedAt({ localStore }: TestShop, address: string) {
  const summaries = await listMail(localStore.store, { to: address });
  const messages = await Promise.all(summaries.map(({ id }) => readMail(localStore.store, id)));
  return messages.filter((message) => message !== null).toReversed();
}

/** The audit entries of a kind, oldest first. */
export const auditsAbout = (action: string) =>
  rowsOf<{ actor_id: string; before: unknown; after: unknown; flag: string | null }>(
    "SELECT actor_id, before, after, flag FROM audit_entries WHERE action = $1 ORDER BY id",
    [action],
  );
