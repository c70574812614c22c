import { addProduct } from "../../integration/products/support.ts";
import { addPromotion, addSubmission } from "../../integration/promo/support.ts";
import { signedInCalls } from "../../support/calls.ts";
import { DEMO, type TestShop } from "../../support/test-shop.ts";
import { setFaults, setPlan } from "./approvals.ts";

/** Runs SQL as the shop's own work does. */
export async function queryShop<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  const { withShop } = await import("~/platform/db/with-shop.server");
  return (await withShop(DEMO, (tx) => tx.$client.query<Row>(text, values))).rows;
}

/**
 * Puts submissions in review into a promotion whose reward the store has, with a store that is calm and fast. Approvals can't be undone, so
 * that their orders are created immediately.
 * @param name of the reward, new in the shop
 * @param isLoyalty every reviewer may decide on them, instead of their assignee
 * @returns their ids, in order
 */
export async function addReviewedSubmissions(
  shop: TestShop,
  count: number,
  name: string,
  isLoyalty = false,
): Promise<number[]> {
  const { promo } = await signedInCalls(shop);
  await setPlan(shop.localStore, DEMO, "ENTERPRISE");
  setFaults(shop.localStore, DEMO);
  const { settings } = await promo.settings();
  await promo.saveSettings({ ...settings, undoSeconds: 0 });
  const [last] = await queryShop<{ id: number }>("SELECT coalesce(max(id), 0)::int AS id FROM promotions");
  const promotion_id = await addPromotion(queryShop, {
    id: (last?.id ?? 0) + 1,
    isLoyalty,
    variantId: await addReward(shop, name),
  });
  const ids: number[] = [];
  for (let number = 0; number < count; number += 1)
    ids.push(
      await addSubmission(queryShop, {
        promotion_id,
        is_loyalty: isLoyalty,
        status: "In Review",
        reviewer_id: "1",
      }),
    );
  return ids;
}

async function addReward({ localStore }: TestShop, name: string): Promise<number> {
  const product = await addProduct(localStore, { handle: name, title: name, variants: [{ sku: name }] });
  const { rows } = await localStore.store.pool.query<{ id: number }>(
    "SELECT id FROM variants WHERE shop = $1 AND product_id = $2",
    [DEMO, product],
  );
  return Number(rows[0]?.id);
}

/** The orders that the store has of submissions, canceled ones too. @returns their ids, by submission */
export async function ordersOf(
  { localStore }: TestShop,
  ids: readonly number[],
): Promise<Map<number, number[]>> {
  const { rows } = await localStore.store.pool.query<{ id: string; submission: string }>(
    `SELECT id, substring(note FROM '[0-9]+$') AS submission FROM orders
      WHERE shop = $1 AND note = ANY(SELECT 'Promotion submission ' || unnest($2::bigint[]))`,
    [DEMO, ids],
  );
  const orders = new Map<number, number[]>();
  for (const { id, submission } of rows)
    orders.set(Number(submission), [...(orders.get(Number(submission)) ?? []), Number(id)]);
  return orders;
}

/** How many attempts to create orders are open. */
export async function openAttempts(): Promise<number> {
  const [row] = await queryShop<{ count: number }>(
    "SELECT count(*)::int AS count FROM order_attempts WHERE state = 'started'",
  );
  return row?.count ?? 0;
}

/** Runs the task that creates orders until no attempt is open. @throws when one stays open */
export async function createAllOrders(): Promise<void> {
  const { createOrders } = await import("~/domain/submissions/orders/create-orders.server");
  for (let rounds = 0; rounds < 20; rounds += 1) {
    await createOrders.run(DEMO, new AbortController().signal);
    if ((await openAttempts()) === 0) return;
    await queryShop(
      "UPDATE order_attempts SET lease_until = now() - interval '1 second' WHERE state = 'started'",
    );
  }
  throw new Error("Orders are still being created after 20 runs of the task.");
}
