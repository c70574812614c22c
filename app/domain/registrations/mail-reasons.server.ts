import type { QueuedMail } from "~/core/mail/mail-text";
import type { ShopTransaction } from "~/platform/db/with-shop.server";

/**
 * Why an email about a decision or a question must no longer be sent, as a sentence. Its decision may have been undone, or its question
 * closed, while it was being sent.
 * @returns null for an email that may be sent
 */
export async function reasonNotToSend(tx: ShopTransaction, { shop, id }: QueuedMail): Promise<string | null> {
  const { rowCount } = await tx.$client.query(
    `SELECT 1 FROM mails_of_shop AS mail
      WHERE mail.shop = $1 AND mail.id = $2
        AND (EXISTS (SELECT 1 FROM registration_decisions AS undo
                      WHERE undo.shop = mail.shop AND undo.customer_id = mail.customer_id AND undo.state = 'done'
                        AND mail.key = 'registration decision:' || undo.undoes)
          OR EXISTS (SELECT 1 FROM registration_questions AS question
                      WHERE question.shop = mail.shop AND question.customer_id = mail.customer_id
                        AND question.state = 'closed' AND mail.key = 'registration question:' || question.id))`,
    [shop, id],
  );
  return rowCount === 0 ? null : UNTRUE;
}

const UNTRUE = "The decision was undone or the question was closed, so this email wasn't sent.";

const KEY = "registration ends";

/** The key of a reminder's email. */
export const reminderKey = (customerId: string, end: string, before: number): string =>
  `${KEY}:${customerId}:${end}:${before}`;

/**
 * Why a reminder must no longer be sent, as a sentence.
 * @returns null for an email that may be sent or isn't a reminder, such as a test
 */
export async function reasonNotToRemind(
  tx: ShopTransaction,
  { shop, id }: { shop: string; id: string },
): Promise<string | null> {
  const { rowCount } = await tx.$client.query(
    `SELECT 1 FROM mails_of_shop AS mail
      WHERE mail.shop = $1 AND mail.id = $2 AND mail.key LIKE $3
        AND NOT EXISTS (SELECT 1 FROM customers_of_shop AS person
                         WHERE person.id = mail.customer_id AND person.end_date::text = split_part(mail.key, ':', 3)
                           AND (person.student_status = 'approved' OR person.staff_status = 'approved'))`,
    [shop, id, `${KEY}:%`],
  );
  return rowCount === 0 ? null : CHANGED;
}

const CHANGED =
  "The registration's end has changed or it is no longer approved, so this reminder wasn't sent.";
