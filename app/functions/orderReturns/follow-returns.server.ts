import { and, eq, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { isShopifyDown, liveAdminApi } from "~/connectors/shopify/live.server";
import { returnProgress } from "~/connectors/shopify/operations/returns";
import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import { liveUps } from "~/connectors/ups/live.server";
import { MAX_UNANSWERED, type Ups, UpsRefused } from "~/connectors/ups/port";
import { orderChanges } from "~/domain/orders/mirror.server";
import { upsConnection } from "~/domain/ups/connection.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { defineTask, requestTask } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { readReturnCredits } from "./read-return.server";
import { isUnpaid, type ReturnCase } from "./return-case.server";
import { returnCases, returnRefunds } from "./tables.server";

export const FOLLOW_RETURNS = "returns.follow";

/** A return is looked up this often (milliseconds) while no webhook reports a change. UPS sends none. */
const FOLLOW_EVERY_MS = 4 * 60 * 60_000;
/** Longer than a lookup takes. A return whose lookup didn't end is due again after this time. */
const LOOKUP_MS = 10 * 60_000;
const MAX_AT_ONCE = 200;
/** A credit that the store hasn't confirmed is looked up this often. */
const CREDIT_EVERY_MS = 20_000;
const OPEN_CREDIT = { followedAt: null };

/** Looks up which returns are refunded or closed in Shopify, and where their packages are. */
export const followReturns = defineTask({
  name: FOLLOW_RETURNS,
  schedule: {
    cron: "*/30 * * * *",
    due: `EXISTS (SELECT FROM return_cases AS due WHERE due.shop = shops.shop AND due.state = 'done' AND due.paid_at IS NULL
            AND due.closed_at IS NULL AND (due.followed_at IS NULL OR due.followed_at < now() - make_interval(secs => ${FOLLOW_EVERY_MS / 1_000})))`,
  },
  async run(shop, signal) {
    const due = await findDue(shop);
    if (due.length === 0) return;
    const tools: Tools = { api: liveAdminApi(shop), ups: await upsOf(shop), unanswered: 0 };
    const call = { priority: "bulk", signal } as const;
    let isCreditOpen = false;
    for (const id of due) {
      if (signal.aborted) break;
      const row = await claim(shop, id);
      if (!row) continue;
      const credited = await creditedOf(row);
      isCreditOpen ||= credited === OPEN_CREDIT;
      const { found, isDown } = await lookUp(tools, row, call);
      await withShop(shop, (tx) => storeLookup(tx, row, { ...found, ...credited }));
      if (isDown) break;
    }
    publishChange(shop, "showOrderReturns", { list: "orderReturns" });
    const startAfter = new Date(Date.now() + CREDIT_EVERY_MS);
    if (isCreditOpen)
      await withShop(shop, (tx) => requestTask({ name: FOLLOW_RETURNS }, shop, { tx, startAfter }));
  },
});

/** A change of an order may be a refund of its return. */
export const returnOrderChanges = orderChanges.handler(async (tx, shop, orders) => {
  const orderIds = orders.map(({ id }) => id);
  const { rowCount } = await tx
    .update(returnCases)
    .set({ followedAt: null })
    .where(and(isUnpaid(shop), inArray(returnCases.orderId, orderIds)));
  if (rowCount) await requestTask({ name: FOLLOW_RETURNS }, shop, { tx });
});

/** Makes the return of an order due, whose refund to store credit was requested. */
export const lookUpSoon = (tx: ShopTransaction, shop: string, orderId: string) =>
  tx
    .update(returnCases)
    .set({ followedAt: null })
    .where(and(isUnpaid(shop), eq(returnCases.orderId, orderId)));

/** A return is also paid by its credit. One that isn't confirmed yet is looked up again. */
async function creditedOf({ shop, returnGid }: ReturnCase): Promise<Partial<ReturnCase>> {
  if (!returnGid) return {};
  const [credit] = await withShop(shop, (tx) =>
    readReturnCredits(tx, shop, eq(returnRefunds.returnGid, returnGid)),
  );
  if (credit?.state === "CONFIRMED") return { paidAt: new Date() };
  if (credit?.state === "waiting") return { followedAt: null };
  return credit?.state === "PENDING" || credit?.state === "UNKNOWN" ? OPEN_CREDIT : {};
}

async function findDue(shop: string): Promise<string[]> {
  const earliest = new Date(Date.now() - FOLLOW_EVERY_MS);
  const due = await withShop(shop, (tx) =>
    tx
      .select({ id: returnCases.id })
      .from(returnCases)
      .where(and(isUnpaid(shop), or(isNull(returnCases.followedAt), lte(returnCases.followedAt, earliest))))
      // Those that can't be looked up are due again behind all others.
      .orderBy(sql`${returnCases.followedAt} NULLS FIRST`, returnCases.finishedAt, returnCases.id)
      .limit(MAX_AT_ONCE),
  );
  return due.map(({ id }) => id);
}

/**
 * Marks a return right before it is looked up, so that a change in between makes it due again. The mark expires by itself when the
 * process dies.
 */
async function claim(shop: string, id: string): Promise<ReturnCase | undefined> {
  const [row] = await withShop(shop, (tx) =>
    tx
      .update(returnCases)
      .set({ followedAt: new Date(Date.now() - FOLLOW_EVERY_MS + LOOKUP_MS) })
      .where(and(isUnpaid(shop), eq(returnCases.id, id)))
      .returning(),
  );
  return row;
}

/** Stores what was found. A return that is still marked isn't due until its next regular lookup. */
async function storeLookup(
  tx: ShopTransaction,
  { shop, id, followedAt }: ReturnCase,
  found: Partial<ReturnCase>,
): Promise<void> {
  const isSame = and(isUnpaid(shop), eq(returnCases.id, id));
  if (followedAt)
    await tx
      .update(returnCases)
      .set({ followedAt: new Date() })
      .where(and(isSame, eq(returnCases.followedAt, followedAt)));
  if (Object.keys(found).length > 0) await tx.update(returnCases).set(found).where(isSame);
}

interface Tools {
  api: AdminApi;
  ups: Ups | null;
  /** How many packages UPS didn't answer about in this run. */
  unanswered: number;
}

/** Null in a shop where UPS was turned off. */
async function upsOf(shop: string): Promise<Ups | null> {
  const isConfigured = await withShop(shop, (tx) => upsConnection.isConfigured(tx, shop));
  return isConfigured ? liveUps(await upsConnection.access(shop)) : null;
}

/** One that can't be looked up now must not hold up the others. It stays due, as the last one. */
async function lookUp(
  tools: Tools,
  row: ReturnCase,
  call: CallOptions,
): Promise<{ found: Partial<ReturnCase>; isDown?: boolean }> {
  try {
    return { found: { ...(await progressOf(tools.api, row, call)), ...(await packageOf(tools, row)) } };
  } catch (error) {
    log.warn({ shop: row.shop, id: row.id, err: error }, "a return could not be looked up yet");
    const found = { followedAt: new Date(Date.now() - FOLLOW_EVERY_MS) };
    return { found, isDown: await isShopifyDown(row.shop, error) };
  }
}

type Progress = Partial<Pick<ReturnCase, "paidAt" | "closedAt">>;

async function progressOf(api: AdminApi, row: ReturnCase, call: CallOptions): Promise<Progress> {
  const { return: found } = await api.run(returnProgress, { id: row.returnGid ?? "" }, call);
  const now = new Date();
  if (!found) return { closedAt: now };
  const lines = found.returnLineItems.nodes;
  const isPaid = lines.every(({ quantity, refundedQuantity }) => refundedQuantity >= quantity);
  return {
    ...(isPaid && { paidAt: now }),
    ...(["CANCELED", "CLOSED", "DECLINED"].includes(found.status) && { closedAt: now }),
  };
}

/** A package whose state UPS doesn't answer keeps the last one. While UPS is down, it isn't asked about the others. */
async function packageOf(tools: Tools, { shop, id, trackingNumber, packageState }: ReturnCase) {
  const { ups } = tools;
  if (!ups || tools.unanswered >= MAX_UNANSWERED || packageState === "delivered" || !trackingNumber)
    return {};
  try {
    const found = await ups.track(trackingNumber);
    return found
      ? {
          packageState: found.state,
          packageStatus: found.description,
          ...(found.state !== packageState && { packageStateAt: new Date() }),
        }
      : {};
  } catch (error) {
    if (!(error instanceof UpsRefused)) tools.unanswered += 1;
    log.warn({ shop, id, err: error }, "UPS didn't answer where a package is");
    return {};
  }
}
