import PostalMime, { type Email } from "postal-mime";
import type { Store } from "../data/database.ts";

export interface MailSummary {
  id: number;
  received_at: Date;
  envelope_from: string;
  envelope_to: string[];
  subject: string;
}

/** A message with its parsed parts. `source` is the raw message. */
export interface MailMessage extends MailSummary {
  email: Email;
  source: string;
}

/** Stores a message in the mailbox. */
export async function saveMail(
  store: Store,
  message: { from: string; to: string[]; raw: Buffer },
): Promise<number> {
  const email = await PostalMime.parse(message.raw);
  const { rows } = await store.pool.query<{ id: number }>(
    `INSERT INTO mail_messages (received_at, envelope_from, envelope_to, subject, raw)
     VALUES ($1, $2, $3, $4, $5) RETURNING id`,
    [
      new Date(store.clock.now()),
      message.from,
      message.to,
      (email.subject ?? "").replaceAll("\0", ""),
      message.raw,
    ],
  );
  return rows[0]?.id ?? 0;
}

/** The latest messages, newest first. `to` filters by a part of a recipient's address. */
export async function listMail(
  store: Store,
  options: { to?: string; limit?: number } = {},
): Promise<MailSummary[]> {
  const { rows } = await store.pool.query<MailSummary>(
    `SELECT id, received_at, envelope_from, envelope_to, subject FROM mail_messages
     WHERE $1 = '' OR EXISTS (SELECT 1 FROM unnest(envelope_to) AS recipient WHERE strpos(lower(recipient), lower($1)) > 0)
     ORDER BY id DESC LIMIT $2`,
    [options.to ?? "", options.limit ?? 200],
  );
  return rows;
}

/** One message with its parts, or null if it doesn't exist. */
export async function readMail(store: Store, id: number): Promise<MailMessage | null> {
  const { rows } = await store.pool.query<MailSummary & { raw: Buffer }>(
    "SELECT * FROM mail_messages WHERE id = $1",
    [id],
  );
  const row = rows[0];
  if (!row) return null;
  const { raw, ...summary } = row;
  return { ...summary, email: await PostalMime.parse(raw), source: raw.toString("utf8") };
}

/** Empties the mailbox. */
export async function deleteAllMail(store: Store): Promise<void> {
  await store.pool.query("DELETE FROM mail_messages");
}
