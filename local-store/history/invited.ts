import { daysBefore } from "./calendar.ts";
import type { History } from "./chapter.ts";

/** The customers who accepted an invitation of each kind. */
export type InvitedFacts = Record<"partner" | "retiree" | "invite" | "toolconnect", number[]>;

const KINDS = [
  { audience: "partner", tag: "Partner", count: 14 },
  { audience: "retiree", tag: "Retiree", count: 9 },
  { audience: "invite", tag: "Invited", count: 16 },
  { audience: "toolconnect", tag: "Tool-Connect", count: 8 },
] as const;

/** They are customers for longer than the invitations are old, in days. */
const CUSTOMER_DAYS = 165;

/** Customers who never registered as students or staff get the tags of the invitations that they accepted. */
export async function writeInvited({ store, shop, start, scale }: History): Promise<InvitedFacts> {
  const { rows } = await store.pool.query<{ id: number }>(
    `SELECT id FROM customers WHERE shop = $1 AND email IS NOT NULL AND NOT tags && ARRAY['UserType:Student', 'UserType:Staff']
        AND created_at < $2 ORDER BY id % 89, id`,
    [shop.domain, daysBefore(start, CUSTOMER_DAYS)],
  );
  const left = rows.map(({ id }) => id);
  const facts: InvitedFacts = { partner: [], retiree: [], invite: [], toolconnect: [] };
  for (const { audience, tag, count } of KINDS) {
    facts[audience] = left.splice(0, Math.max(1, Math.round(count * scale)));
    await store.pool.query(
      "UPDATE customers SET tags = ARRAY(SELECT DISTINCT unnest(tags || $3::text[]) ORDER BY 1) WHERE shop = $1 AND id = ANY ($2)",
      [shop.domain, facts[audience], [tag]],
    );
  }
  return facts;
}
