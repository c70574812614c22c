import { randomUUID } from "node:crypto";
import { DEMO } from "../../support/test-shop.ts";
import { type ApiServer, openApiServer } from "../support/api-server.ts";
import { carryToTheEnd, creditCustomers, creditFaults, inLanes } from "../support/credits.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";

interface Tally {
  differentAnswers: number;
  otherBodyTaken: number;
  refused: number;
}

export const repeats: BackroomPromise = {
  id: "R2",
  says: "each posting sent 1 to 5 times, 8 at a time, with the same idempotency key; then the key with another body",
  async test(shop, scale) {
    const count = scale === "small" ? 80 : 4_000;
    const ids = await creditCustomers(shop, Math.max(8, count / 40), "Repeating");
    const api = await openApiServer();
    const tally: Tally = { differentAnswers: 0, otherBodyTaken: 0, refused: 0 };
    try {
      const numbers = Array.from({ length: count }, (_, index) => index);
      await inLanes(8, numbers, (number) =>
        sendRepeatedly(api, () => shop.token("1"), ids[number % ids.length] as number, number, tally),
      );
    } finally {
      await api.close();
    }
    const effects = await postings(ids);
    await carryToTheEnd(shop);
    return finding(`${count} postings, ${effects} effects`, {
      "without an effect": Math.max(0, count - effects),
      "with more than one": Math.max(0, effects - count),
      refused: tally.refused,
      "answered in two ways": tally.differentAnswers,
      "keys taken with another body": tally.otherBodyTaken,
      ...(await creditFaults(shop, ids)),
    });
  },
};

async function sendRepeatedly(
  api: ApiServer,
  token: () => string,
  customerId: number,
  number: number,
  tally: Tally,
): Promise<void> {
  const key = randomUUID();
  const send = (amount: string) =>
    api.send("/credits/issueCredits", {
      method: "POST",
      headers: {
        authorization: `Bearer ${token()}`,
        "content-type": "application/json",
        "idempotency-key": key,
      },
      body: JSON.stringify({ ids: String(customerId), amount, reference: `Posting ${number}` }),
    });
  const answers = await Promise.all(Array.from({ length: 1 + (number % 5) }, () => send("1.25")));
  tally.refused += answers.filter(({ status }) => status !== 200).length;
  tally.differentAnswers += new Set(answers.map(({ text }) => text)).size - 1;
  const other = await send("1.26");
  if (other.status !== 409) tally.otherBodyTaken += 1;
}

async function postings(ids: readonly number[]): Promise<number> {
  const { database } = await import("~/platform/db/pool.server");
  const { rows } = await database().query<{ count: number }>(
    "SELECT count(*)::int AS count FROM ledger_postings WHERE shop = $1 AND customer_id = ANY($2::bigint[])",
    [DEMO, ids],
  );
  return rows[0]?.count ?? 0;
}
