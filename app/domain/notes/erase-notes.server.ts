import { and, eq, isNull } from "drizzle-orm";
import { deleteRowsOf, erasure, mayMention, mentions, readCounts } from "~/core/erasure/erasure.server";
import { keepReasons } from "~/domain/customers/hooks.server";
import { customerNotes } from "./tables.server";

/** Deletes notes on the customer, and erases notes on others that name them. */
export const eraseNotes = erasure("notes", {
  stage: 60,
  async erase(client, person) {
    const { shop, contacts } = person;
    await deleteRowsOf(client, person, ["customer_notes"]);
    const { rows } = await client.query<{ id: string; text: string }>(
      `SELECT id, text FROM customer_notes WHERE shop = $1 AND ${mayMention("text", "$2")}`,
      [shop, contacts],
    );
    await client.query("UPDATE customer_notes SET text = 'Erased' WHERE shop = $1 AND id = ANY($2::uuid[])", [
      shop,
      rows.filter(({ text }) => mentions(text, contacts)).map(({ id }) => id),
    ]);
  },
  report: (client, { shop, customerId }) =>
    readCounts(
      client,
      "SELECT count(*)::int AS notes FROM customer_notes WHERE shop = $1 AND customer_id = $2 AND deleted_at IS NULL",
      [shop, customerId],
    ),
});

/** An import that is undone keeps customers with a note. */
export const noteKeepReason = keepReasons.handler(async (tx, shop, customerId) => {
  const notes = await tx.$count(
    customerNotes,
    and(
      eq(customerNotes.shop, shop),
      eq(customerNotes.customerId, customerId),
      isNull(customerNotes.deletedAt),
    ),
  );
  return notes > 0 ? "they have a note" : null;
});
