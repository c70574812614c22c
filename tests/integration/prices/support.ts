import { updateVariants } from "../../../local-store/catalog/update-variants.ts";
import type { VariantRow } from "../../../local-store/data/rows.ts";
import type { LocalStore } from "../../../local-store/main.ts";
import { queuedDeliveries } from "../../guarantees/support/webhooks.ts";
import { DEMO } from "../../support/test-shop.ts";
import { addProduct } from "../products/support.ts";

/** An entry of the price log, in the order of recording. */
export interface LoggedPrice {
  sku: string | null;
  previous: number | null;
  current: number | null;
  customer_type: string;
  source: string | null;
  actor_name: string | null;
}

/** A row of the database, as its owner reads it. */
export async function query<Row = Record<string, unknown>>(
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const { database } = await import("~/platform/db/pool.server");
  return (await database().query(text, values)).rows as Row[];
}

/** What the log has recorded of a product. */
export const logOf = (productId: number, shop = DEMO): Promise<LoggedPrice[]> =>
  query<LoggedPrice>(
    `SELECT sku, previous_cents::int AS previous, current_cents::int AS current, customer_type, source, actor_name
       FROM price_log WHERE shop = $1 AND product_id = $2 ORDER BY id`,
    [shop, productId],
  );

/** Records readings of one variant, each at its time. The first is where the record begins. */
export async function record(
  variantNumber: number,
  sku: string,
  readings: readonly { at: string; price: number; compareAt?: number }[],
  {
    domain = DEMO,
    currency = "USD",
    priceListId = 0,
    customerType = "",
  }: { domain?: string; currency?: string; priceListId?: number; customerType?: string } = {},
): Promise<void> {
  const [{ recordPrices }, { withShop }, { cents }] = await Promise.all([
    import("~/domain/prices/record-prices.server"),
    import("~/platform/db/with-shop.server"),
    import("~/platform/money/cents"),
  ]);
  for (const { at, price, compareAt } of readings) {
    const reading = {
      variantNumber,
      productNumber: variantNumber,
      sku,
      price: cents(price),
      compareAtPrice: compareAt === undefined ? null : cents(compareAt),
      changedAt: at,
    };
    const scope = { priceListId, customerType, currency, recordsNew: false };
    await withShop(domain, (tx) => recordPrices(tx, domain, [reading], scope));
  }
  await query(
    "UPDATE recorded_prices SET since = $3 WHERE shop = $1 AND variant_id = $2 AND price_list_id = $4",
    [domain, variantNumber, readings[0]?.at, priceListId],
  );
  await query("UPDATE shops SET installed_at = '2026-01-01' WHERE shop = $1", [domain]);
}

/** A product whose variants have a price each, in the store and in the mirror. */
export class PricedProduct {
  private constructor(
    private readonly localStore: LocalStore,
    readonly shop: string,
    readonly id: number,
    /** The variants' numbers by SKU. */
    readonly variants: ReadonlyMap<string, number>,
  ) {}

  static async add(
    localStore: LocalStore,
    handle: string,
    prices: Readonly<Record<string, number>>,
    shop = DEMO,
  ): Promise<PricedProduct> {
    const variants = Object.entries(prices).map(([sku, price_cents]) => ({
      sku,
      price_cents,
      option_values: [sku],
    }));
    const id = await addProduct(localStore, { handle, title: handle, variants }, shop);
    const { rows } = await localStore.store.pool.query<{ id: number; sku: string }>(
      "SELECT id, sku FROM variants WHERE product_id = $1",
      [id],
    );
    const product = new PricedProduct(localStore, shop, id, new Map(rows.map((row) => [row.sku, row.id])));
    await product.read();
    return product;
  }

  variant(sku: string): number {
    const id = this.variants.get(sku);
    if (!id) throw new Error(`The product has no variant ${sku}.`);
    return id;
  }

  /** Reads the product into the mirror. */
  async read(): Promise<void> {
    const { productsMirror } = await import("~/domain/products/mirror.server");
    await productsMirror.readIntoMirror(this.shop, [this.id], { priority: "bulk" });
  }

  /** Changes a variant in the store. @returns the deliveries that it queues */
  async change(
    sku: string,
    values: Partial<Pick<VariantRow, "price_cents" | "compare_at_price_cents" | "barcode">>,
  ) {
    const before = (await queuedDeliveries(this.localStore, this.shop)).at(-1)?.id ?? 0;
    await updateVariants(
      this.localStore.store,
      this.shop,
      this.id,
      [{ id: this.variant(sku), values }],
      false,
    );
    return queuedDeliveries(this.localStore, this.shop, before);
  }
}
