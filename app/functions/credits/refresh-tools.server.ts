import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { CallContext } from "~/core/context.server";
import type { RefreshTools } from "~/domain/ledger/reconcile/refresh-accounts.server";

/** What comparing balances with Shopify needs. */
export const refreshTools = ({ shop }: Pick<CallContext, "shop">): RefreshTools => ({
  shop: shop.domain,
  currency: shop.currency,
  adminApi: liveAdminApi(shop.domain),
});
