import { variantChanges } from "~/domain/products/hooks.server";
import { recordPrices } from "./record-prices.server";
import { STORE_PRICE } from "./tables.server";

/**
 * Records changed prices in the transaction that writes them to the mirror. Who made a write isn't enough to know who changed a
 * price: a product that is written through has changes of others, too. What Backroom changes is announced (`announcePrices`).
 */
export const recordVariantChanges = variantChanges.handler(async (tx, shop, changes) => {
  const readings = changes.flatMap(({ variantNumber, productNumber, after, changedAt }) =>
    after ? [{ variantNumber, productNumber, ...after, changedAt }] : [],
  );
  if (readings.length === 0) return;
  const { rows } = await tx.$client.query<{ currency: string }>(
    "SELECT currency FROM shops WHERE shop = $1",
    [shop],
  );
  const currency = rows[0]?.currency;
  if (!currency) throw new Error(`The shop ${shop} isn't installed.`);
  await recordPrices(tx, shop, readings, {
    priceListId: STORE_PRICE,
    customerType: "",
    currency,
    recordsNew: false,
  });
});
