import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { CallOptions } from "~/connectors/shopify/port";
import { lookUpPersons } from "~/domain/customers/imports/look-up-persons.server";
import { withShop } from "~/platform/db/with-shop.server";
import { refreshBeforePosting } from "../reconcile/refresh-accounts.server";
import { currencyOf } from "./compare-credits.server";

/**
 * Updates the mirror with the customers of these emails, and compares their balances with Shopify.
 * @returns false when balances stay as of an earlier comparison, because Shopify took too long
 * @throws 502 when Shopify doesn't answer about the customers
 */
export async function lookUpCredit(
  shop: string,
  emails: readonly string[],
  call: CallOptions,
): Promise<boolean> {
  await lookUpPersons(shop, emails, call);
  const { currency, customerIds } = await withShop(shop, async (tx) => {
    const { rows } = await tx.$client.query<{ id: string }>(
      "SELECT id FROM customers_of_shop WHERE lower(email) = ANY($1::text[])",
      [emails],
    );
    return { currency: await currencyOf(tx), customerIds: rows.map(({ id }) => Number(id)) };
  });
  return refreshBeforePosting({ shop, currency, adminApi: liveAdminApi(shop) }, customerIds);
}
