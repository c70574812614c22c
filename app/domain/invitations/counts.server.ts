import { withShop } from "~/platform/db/with-shop.server";
import type { AudienceId } from "./audiences";
import { INVITATION_TABS, type InvitationTab, STATES_OF_TAB } from "./states";

/** Higher counts aren't shown, because counting would be too expensive. */
const COUNT_UP_TO = 10_000;

/** The number of an audience's invitations per tab; null above ten thousand. */
export async function countInvitations(
  shop: string,
  audience: AudienceId,
): Promise<Record<InvitationTab, number | null>> {
  const counted = INVITATION_TABS.map((tab) => {
    const states = STATES_OF_TAB[tab].map((state) => `'${state}'`).join(", ");
    return `(SELECT count(*)::int FROM (SELECT 1 FROM invitations_of_shop
              WHERE shop = $1 AND audience = $2 AND state IN (${states}) LIMIT ${COUNT_UP_TO + 1}) AS found) AS ${tab}`;
  });
  const { rows } = await withShop(shop, (tx) =>
    tx.$client.query<Record<InvitationTab, number>>(`SELECT ${counted.join(", ")}`, [shop, audience]),
  );
  const countUpToLimit = (count = 0) => (count > COUNT_UP_TO ? null : count);
  return { invited: countUpToLimit(rows[0]?.invited), registered: countUpToLimit(rows[0]?.registered) };
}

/** A count as text. */
export const countText = (count: number | null): string =>
  count === null ? `Over ${COUNT_UP_TO.toLocaleString("en-US")}` : count.toLocaleString("en-US");
