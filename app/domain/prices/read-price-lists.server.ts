import { liveAdminApi } from "~/connectors/shopify/live.server";
import {
  type PriceListNode,
  type PriceListPriceNode,
  priceListPrices,
  priceLists,
} from "~/connectors/shopify/operations/price-lists";
import { type AdminApi, type CallOptions, NoAnswer } from "~/connectors/shopify/port";
import { isSwitchOn } from "~/core/settings/stored-setting.server";
import { productNumber, variantNumber } from "~/domain/products/mirror-row";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { isDatabaseUnavailable, Refusal } from "~/platform/errors";
import { defineTask, EVERY_SHOP, NIGHTLY_SPREAD_MINUTES } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import { parseMoney } from "~/platform/money/decimal";
import {
  type PriceReading,
  type PriceScope,
  recordPrices,
  recordRemovedPrices,
} from "./record-prices.server";
import { employeeStoreColumns } from "./switches";

/** After as many price lists without an answer, Shopify counts as unreachable. */
const MAX_UNANSWERED = 2;

/** True when the error says nothing about a single price list. */
const concernsAllLists = (error: unknown, signal: AbortSignal) =>
  signal.aborted ||
  (error instanceof Refusal && !(error instanceof NoAnswer)) ||
  isDatabaseUnavailable(error);

/**
 * Reads the prices of all price lists every night, because Shopify sends no webhooks for them. Only where the log shows whose price
 * an entry is. The first complete reading of a price list is what later readings are compared with. One that can't be read doesn't keep
 * the others from being read: the log names it, and the next night tries it again, or the task's next attempt without an answer.
 */
export const readPriceLists = defineTask({
  name: "prices.read-price-lists",
  schedule: { cron: "0 5 * * *", due: EVERY_SHOP, spreadMinutes: NIGHTLY_SPREAD_MINUTES },
  async run(shop, signal) {
    if (!(await withShop(shop, (tx) => isSwitchOn(tx, shop, employeeStoreColumns)))) return;
    const call: CallOptions = { priority: "bulk", signal };
    const api = liveAdminApi(shop);
    const lists = await readAllLists(api, call);
    const unanswered: unknown[] = [];
    for (const list of lists)
      await readPriceList(api, shop, list, call).catch((error: unknown) => {
        if (concernsAllLists(error, signal)) throw error;
        log.error({ shop, priceList: list.id, err: error }, "a price list could not be read");
        if (error instanceof NoAnswer) unanswered.push(error);
        if (unanswered.length === MAX_UNANSWERED) throw error;
      });
    await forgetDeletedLists(
      shop,
      lists.map(({ id }) => listNumber(id)),
    );
    if (unanswered.length > 0) throw unanswered[0];
  },
});

async function readAllLists(api: AdminApi, call: CallOptions): Promise<PriceListNode[]> {
  const lists: PriceListNode[] = [];
  for (let after: string | null = null; ; ) {
    const answer: Awaited<ReturnType<typeof readLists>> = await readLists(api, after, call);
    lists.push(...answer.nodes);
    if (!answer.pageInfo.hasNextPage) return lists;
    after = answer.pageInfo.endCursor;
  }
}

const readLists = async (api: AdminApi, after: string | null, call: CallOptions) =>
  (await api.run(priceLists, { after }, call)).priceLists;

async function readPriceList(api: AdminApi, shop: string, list: PriceListNode, call: CallOptions) {
  const id = listNumber(list.id);
  const scope: PriceScope = {
    priceListId: id,
    customerType: list.catalog?.title || list.name,
    currency: list.currency,
    recordsNew: await wasRead(shop, id),
  };
  const seen = new Set<number>();
  for (let after: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof readPrices>> = await readPrices(api, list.id, after, call);
    // Deleted in between: its prices are removed with it.
    if (!page) return;
    const readings = page.nodes.flatMap((node) => readingOf(node) ?? []);
    for (const { variantNumber } of readings) seen.add(variantNumber);
    await inReading(shop, (tx) => recordPrices(tx, shop, readings, scope));
    if (!page.pageInfo.hasNextPage) break;
    after = page.pageInfo.endCursor;
  }
  await inReading(shop, async (tx) => {
    await recordRemovedPrices(tx, shop, scope, seen);
    await tx.$client.query(
      `INSERT INTO recorded_price_lists (shop, id, name, read_at) VALUES ($1, $2, $3, now())
       ON CONFLICT (shop, id) DO UPDATE SET name = excluded.name, read_at = excluded.read_at`,
      [shop, id, scope.customerType],
    );
  });
}

const readPrices = async (api: AdminApi, id: string, after: string | null, call: CallOptions) =>
  (await api.run(priceListPrices, { id, after }, call)).priceList?.prices;

/** Null for a price whose variant was deleted at the same time. */
function readingOf({ variant, price, compareAtPrice }: PriceListPriceNode): PriceReading | null {
  const number = variantNumber(variant.id);
  const product = productNumber(variant.product.id);
  if (number === null || product === null) return null;
  return {
    variantNumber: number,
    productNumber: product,
    sku: variant.sku || null,
    price: parseMoney(price),
    compareAtPrice: compareAtPrice && parseMoney(compareAtPrice),
    changedAt: new Date().toISOString(),
  };
}

function listNumber(gid: string): number {
  const digits = /^gid:\/\/shopify\/PriceList\/(\d{1,16})$/.exec(gid)?.[1];
  if (!digits) throw new Error(`"${gid}" isn't the id of a price list.`);
  return Number(digits);
}

async function wasRead(shop: string, id: number): Promise<boolean> {
  const { rows } = await withShop(shop, (tx) =>
    tx.$client.query("SELECT FROM recorded_price_lists WHERE shop = $1 AND id = $2", [shop, id]),
  );
  return rows.length > 0;
}

/** The prices of a price list that was deleted no longer apply. */
async function forgetDeletedLists(shop: string, existing: readonly number[]): Promise<void> {
  const { rows } = await withShop(shop, (tx) =>
    tx.$client.query<{ id: string; name: string }>(
      "SELECT id, name FROM recorded_price_lists WHERE shop = $1 AND id <> ALL ($2::bigint[])",
      [shop, existing],
    ),
  );
  for (const { id, name } of rows) {
    await inReading(shop, async (tx) => {
      await recordRemovedPrices(tx, shop, { priceListId: Number(id), customerType: name }, []);
      await tx.$client.query("DELETE FROM recorded_price_lists WHERE shop = $1 AND id = $2", [shop, id]);
    });
  }
}

/** A reading that a dead worker's task left behind must not record the same price together with this one. */
const inReading = <T>(shop: string, work: (tx: ShopTransaction) => Promise<T>): Promise<T> =>
  withShop(shop, async (tx) => {
    await tx.$client.query("SELECT pg_advisory_xact_lock(hashtext($1))", [`price lists ${shop}`]);
    return work(tx);
  });
