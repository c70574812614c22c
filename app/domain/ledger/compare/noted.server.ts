import { liveAdminApi } from "~/connectors/shopify/live.server";
import { withShop } from "~/platform/db/with-shop.server";
import type { Task } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import { creditsTeller } from "../tell.server";
import { type ComparingTools, compareAccount } from "./account.server";
import { lookUpOrders } from "./look-up-orders.server";
import { COMPARE_TASK } from "./note.server";

/** A customer whose posting is just on its way is looked at again after this long (seconds). */
const AFTER_SECONDS = 5;
/** One that could not be read (seconds). */
const AFTER_FAILURE_SECONDS = 60;
const AT_ONCE = 20;

/** Compares the accounts that something was heard of, until none is left that can be now; every minute, and when one is noted. */
export const compareNoted: Task = {
  ...COMPARE_TASK,
  schedule: "* * * * *",
  async run(shop, signal) {
    const tools = { shop, adminApi: liveAdminApi(shop), call: { priority: "bulk" as const, signal } };
    await compareAllNoted(tools);
    while (!signal.aborted && (await lookUpOrders(tools)) > 0) await compareAllNoted(tools);
  },
};

async function compareAllNoted(tools: ComparingTools): Promise<void> {
  while (!tools.call.signal?.aborted && (await compareSome(tools)) > 0);
}

/** Compares some of the noted accounts. @returns how many it looked at */
async function compareSome(tools: ComparingTools): Promise<number> {
  const { shop } = tools;
  const { rows } = await withShop(shop, (tx) =>
    tx.$client.query<{ customer_id: string; noted_at: string }>(
      `SELECT customer_id, noted_at::text FROM credits_to_compare
        WHERE shop = $1 AND not_before <= clock_timestamp() ORDER BY not_before LIMIT $2`,
      [shop, AT_ONCE],
    ),
  );
  const teller = creditsTeller(shop);
  for (const { customer_id, noted_at } of rows) {
    if (tools.call.signal?.aborted) break;
    await compareOne(tools, Number(customer_id), noted_at);
    teller.changed();
  }
  teller.end();
  return rows.length;
}

async function compareOne(tools: ComparingTools, customerId: number, notedAt: string): Promise<void> {
  const { shop } = tools;
  const putOff = (seconds: number) =>
    withShop(shop, (tx) =>
      tx.$client.query(
        `UPDATE credits_to_compare SET not_before = clock_timestamp() + make_interval(secs => $3)
          WHERE shop = $1 AND customer_id = $2`,
        [shop, customerId, seconds],
      ),
    );
  try {
    const compared = await compareAccount(tools, customerId);
    if (compared.state === "busy") await putOff(AFTER_SECONDS);
    // Noted again meanwhile: compared again.
    else
      await withShop(shop, (tx) =>
        tx.$client.query(
          "DELETE FROM credits_to_compare WHERE shop = $1 AND customer_id = $2 AND noted_at = $3::timestamptz",
          [shop, customerId, notedAt],
        ),
      );
  } catch (error) {
    if (tools.call.signal?.aborted) throw error;
    log.warn({ shop, err: error }, "a customer's credit could not be compared with Shopify yet");
    await putOff(AFTER_FAILURE_SECONDS);
  }
}
