import { randomUUID } from "node:crypto";
import { DEMO, type TestShop } from "../../support/test-shop.ts";
import { creditFaults, inLanes } from "./credits.ts";

const CLIENTS = 32;
const TRIES_AGAIN_AFTER_MS = 50;

/** What the clients sent, and what was answered. */
export interface SentPostings {
  /** The references of all postings, which are also their idempotency keys. */
  begun: Set<string>;
  /** The answers of those that were acknowledged, by reference. */
  acknowledged: Map<string, string>;
  /** How often each status was answered. 0 is a broken connection. */
  statuses: Map<number, number>;
}

/** No posting yet. */
export const noPostings = (): SentPostings => ({
  begun: new Set(),
  acknowledged: new Map(),
  statuses: new Map(),
});

/** 32 clients post credits over /api, each repeating under the same idempotency key until it has an answer. */
export function postCredits(work: {
  shop: TestShop;
  port: number;
  customerIds: readonly number[];
  count: number;
  sent: SentPostings;
}): Promise<void> {
  const { shop, port, customerIds, count, sent } = work;
  const numbers = Array.from({ length: count }, (_, index) => index);
  return inLanes(CLIENTS, numbers, async (number) => {
    const key = randomUUID();
    sent.begun.add(key);
    const customerId = customerIds[number % customerIds.length];
    const body = JSON.stringify({ ids: String(customerId), amount: "1.01", reference: key });
    while (!sent.acknowledged.has(key)) {
      const { status, text } = await fetch(`http://127.0.0.1:${port}/api/credits/issueCredits`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${shop.token("1")}`,
          "content-type": "application/json",
          "idempotency-key": key,
        },
        body,
      })
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch(() => ({ status: 0, text: "" }));
      sent.statuses.set(status, (sent.statuses.get(status) ?? 0) + 1);
      if (status === 200) sent.acknowledged.set(key, text);
      else await new Promise((resolve) => setTimeout(resolve, TRIES_AGAIN_AFTER_MS));
    }
  });
}

/** What has to be zero when every posting has ended. */
export async function postingFaults(
  shop: TestShop,
  customerIds: readonly number[],
  { begun, acknowledged }: SentPostings,
): Promise<Record<string, number>> {
  const { database } = await import("~/platform/db/pool.server");
  const { rows } = await database().query<{ key: string; count: number }>(
    `SELECT reference AS key, count(*)::int AS count FROM ledger_postings
      WHERE shop = $1 AND customer_id = ANY($2::bigint[]) GROUP BY reference`,
    [DEMO, customerIds],
  );
  const written = new Map(rows.map(({ key, count }) => [key, count]));
  return {
    "acknowledged and lost": [...acknowledged.keys()].filter((key) => !written.has(key)).length,
    doubled: [...written.values()].filter((count) => count > 1).length,
    "never acknowledged": begun.size - acknowledged.size,
    ...(await creditFaults(shop, customerIds)),
  };
}

/** True when no posting is open, except the canaries', which wait for centuries. */
export async function allPostingsEnded(): Promise<boolean> {
  const { database } = await import("~/platform/db/pool.server");
  const { rows } = await database().query(
    "SELECT 1 FROM ledger_open WHERE shop = $1 AND not_before < now() + interval '1 year' LIMIT 1",
    [DEMO],
  );
  return rows.length === 0;
}
