import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { CallContext } from "~/core/context.server";
import { FIRST_READING_FIGURE } from "~/domain/customers/kinds";
import { customersMirror } from "~/domain/customers/mirror.server";
import { readOwed } from "~/domain/ledger/monthly-sums.server";
import type { PostingResult } from "~/domain/ledger/post.server";
import type { RefreshTools } from "~/domain/ledger/reconcile/refresh-accounts.server";
import type { Shop } from "~/platform/auth/shops.server";
import { withShop } from "~/platform/db/with-shop.server";
import { formatMoney } from "~/platform/money/format-money";
import { pluralize } from "~/platform/text/pluralize";
import type { CreditOutcome } from "./schemas";

export const outcomeOf = ({ customerId, postingId, problem }: PostingResult): CreditOutcome => ({
  id: String(customerId),
  postingId,
  state: postingId ? "PENDING" : "FAILED",
  problem,
});

/** What the store owes its customers, as of the oldest comparison with Shopify, for the card on the home page. */
export async function readFigure({ domain, currency }: Shop): Promise<{ text: string; asOf: string | null }> {
  const [owed, { rebuiltAt }] = await Promise.all([
    withShop(domain, (tx) => readOwed(tx, domain)),
    customersMirror.readFreshness(domain),
  ]);
  if (!rebuiltAt) return FIRST_READING_FIGURE;
  const more = owed.unread > 0 ? `, ${owed.unread.toLocaleString("en-US")} more to be read` : "";
  return {
    text: `${formatMoney(owed.cents, currency)} owed to ${pluralize(owed.customers, "customer")}${more}`,
    asOf: owed.comparedAt?.toISOString() ?? null,
  };
}

/** What comparing balances with Shopify needs. */
export const refreshTools = ({ shop }: Pick<CallContext, "shop">): RefreshTools => ({
  shop: shop.domain,
  currency: shop.currency,
  adminApi: liveAdminApi(shop.domain),
});
