import type { ShopTransaction } from "~/platform/db/with-shop.server";

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
