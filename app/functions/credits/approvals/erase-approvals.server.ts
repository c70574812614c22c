import { mayMention, mentions } from "~/core/erasure/erase-audit.server";
import { erasure } from "~/core/erasure/erasure.server";
import { findPseudonym } from "~/domain/ledger/erase-credits.server";

/** Erases the customer from credit requests that need approval. These still say how many customers they are for. */
export const eraseApprovals = erasure("credit approvals", {
  stage: 110,
  async erase(client, person) {
    const { shop, customerId, contacts } = person;
    await client.query(
      `UPDATE credit_approvals SET customer_ids =
              (SELECT jsonb_agg(CASE WHEN customer = to_jsonb($2::bigint) THEN to_jsonb($3::bigint) ELSE customer END)
                 FROM jsonb_array_elements(customer_ids) AS one (customer))
        WHERE shop = $1 AND customer_ids @> to_jsonb($2::bigint)`,
      [shop, customerId, await findPseudonym(client, person)],
    );
    const text = "reference || ' ' || coalesce(reason, '')";
    const { rows } = await client.query<{ id: string; text: string }>(
      `SELECT id, ${text} AS text FROM credit_approvals WHERE shop = $1 AND ${mayMention(text, "$2")}`,
      [shop, contacts],
    );
    await client.query(
      `UPDATE credit_approvals SET reference = 'Erased', reason = CASE WHEN reason IS NOT NULL THEN 'Erased' END
        WHERE shop = $1 AND id = ANY($2::uuid[])`,
      [shop, rows.filter((row) => mentions(row.text, contacts)).map(({ id }) => id)],
    );
  },
});
