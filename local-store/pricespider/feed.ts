import type { Request, Response } from "express";
import Papa from "papaparse";
import type { ShopConfig } from "../config.ts";
import { shopByHandle } from "../config.ts";
import type { Store } from "../data/database.ts";
import { decimalsOf } from "../data/minor-units.ts";

interface FeedRow {
  sku: string;
  title: string;
  price_cents: number;
  currency: string;
  handle: string;
}

/** The path of a shop's feed. */
export const feedPath = ({ handle }: ShopConfig): string => `/pricespider/feeds/${handle}/pricespider.csv`;

/** Answers the feed: a CSV of the store's active products with sku, title, price and url. */
export async function sendFeed(store: Store, request: Request, response: Response): Promise<void> {
  const shop = shopByHandle(String(request.params.handle));
  if (!shop) return void response.status(404).type("text").send("There is no such feed.");
  const { faults, counters } = store;
  const { feedServerError, feedCutOff, feedMissing } = faults.of(shop.domain);
  if (faults.shouldInject(shop.domain, feedServerError)) {
    counters.fault(shop.domain, "feedServerError");
    return void response.status(503).type("text/html").send("<html><body>Unavailable</body></html>");
  }
  const rows = await readRows(store, shop);
  const sent = rows.slice(0, Math.ceil(rows.length * (1 - feedMissing)));
  const feed = Buffer.from(Papa.unparse(sent));
  response.type("text/csv").set("Content-Length", String(feed.length));
  if (!faults.shouldInject(shop.domain, feedCutOff)) return void response.end(feed);
  counters.fault(shop.domain, "feedCutOff");
  response.write(feed.subarray(0, Math.floor(feed.length / 2)), () => response.destroy());
}

async function readRows(store: Store, { domain, handle }: ShopConfig) {
  const { rows } = await store.pool.query<FeedRow>(
    `SELECT variant.sku, product.title, variant.price_cents, shop.currency, product.handle
       FROM products AS product
       JOIN variants AS variant ON variant.shop = product.shop AND variant.product_id = product.id
       JOIN shops AS shop ON shop.domain = product.shop
      WHERE product.shop = $1 AND product.status = 'ACTIVE' AND coalesce(variant.sku, '') <> ''
      ORDER BY variant.id`,
    [domain],
  );
  return rows.map((row) => ({
    sku: row.sku,
    title: row.title,
    price: (row.price_cents / 10 ** decimalsOf(row.currency)).toFixed(decimalsOf(row.currency)),
    url: `https://${handle}.example/products/${row.handle}`,
  }));
}
