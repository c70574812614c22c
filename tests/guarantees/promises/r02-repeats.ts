import { randomUUID } from "node:crypto";
import { ledgerServices } from "../../support/ledger.ts";
import { DEMO, type TestShop } from "../../support/test-shop.ts";
import { type ApiServer, openApiServer } from "../support/api-server.ts";
import { creditCustomers, creditFaults, dispatchAll, inLanes } from "../support/credits.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";

/** What moves credit over /api, in turn. */
const KINDS = ["issueCredits", "adjustBalances", "reverse", "addCustomer"] as const;

interface Tally {
  differentAnswers: number;
  otherBodyTaken: number;
  refused: number;
}

export const repeats: BackroomPromise = {
  id: "R2",
  title:
    "credits, adjustments, reversals and added customers, each sent 1 to 5 times, 8 at a time, with the same idempotency key; then the key with another body",
  async test(shop, scale) {
    const count = scale === "small" ? 48 : 4_000;
    const ids = await creditCustomers(shop, Math.max(8, count / 40), "Repeating");
    const postingIds = await giveCredit(shop, ids, Math.ceil(count / KINDS.length));
    const api = await openApiServer();
    const tally: Tally = { differentAnswers: 0, otherBodyTaken: 0, refused: 0 };
    try {
      const numbers = Array.from({ length: count }, (_, index) => index);
      await inLanes(8, numbers, (number) =>
        sendRepeatedly(api, () => shop.token("1"), wantedAs(number, ids, postingIds), number, tally),
      );
    } finally {
      await api.close();
    }
    const { effects, others, customers } = await effectsOf(count);
    await dispatchAll(shop);
    return finding(`${count} postings of ${KINDS.length} kinds, ${effects.size} effects`, {
      "without an effect": count - effects.size,
      "with more than one": [...effects.values()].filter((times) => times > 1).length,
      "of another body": others,
      refused: tally.refused,
      "answered in two ways": tally.differentAnswers,
      "keys taken with another body": tally.otherBodyTaken,
      ...(await creditFaults(shop, [...ids, ...customers])),
    });
  },
};

/** Confirmed credits, to debit and to reverse. @returns the credits to reverse */
async function giveCredit(shop: TestShop, ids: readonly number[], toReverse: number): Promise<string[]> {
  const ledger = await ledgerServices(shop);
  const postingIds: string[] = [];
  await inLanes(8, ids, async (id) => void (await ledger.post("Credit", id, 100_000)));
  await inLanes(8, [...Array(toReverse).keys()], async (number) => {
    const { postingId } = await ledger.post("Credit", ids[number % ids.length] as number, 75);
    postingIds.push(postingId ?? "");
  });
  await dispatchAll(shop);
  return postingIds;
}

/** The request of a number: what is sent again and again, and the same with another content. */
function wantedAs(number: number, ids: readonly number[], postingIds: readonly string[]) {
  const kind = KINDS[number % KINDS.length] as (typeof KINDS)[number];
  const reference = referenceOf(number);
  const [amount, otherAmount] = ["1.25", "1.26"];
  switch (kind) {
    case "reverse": {
      const path = `/credits/transactions/${postingIds[Math.floor(number / KINDS.length)]}/reverse`;
      return { path, body: { reason: reference }, other: { reason: `${reference}!` } };
    }
    case "addCustomer": {
      const body = { email: `added.${number}@repeats.example`, amount, reference };
      return { path: "/credits/customer", body, other: { ...body, amount: otherAmount } };
    }
    default: {
      const body = { ids: String(ids[number % ids.length]), amount, reference };
      return { path: `/credits/${kind}`, body, other: { ...body, amount: otherAmount } };
    }
  }
}

const referenceOf = (number: number | string): string => `Repeated ${number}`;

async function sendRepeatedly(
  api: ApiServer,
  token: () => string,
  { path, body, other }: ReturnType<typeof wantedAs>,
  number: number,
  tally: Tally,
): Promise<void> {
  const key = randomUUID();
  const send = (content: object) =>
    api.send(path, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token()}`,
        "content-type": "application/json",
        "idempotency-key": key,
      },
      body: JSON.stringify(content),
    });
  const answers = await Promise.all(
    Array.from({ length: 1 + (Math.floor(number / KINDS.length) % 5) }, () => send(body)),
  );
  tally.refused += answers.filter(({ status }) => status !== 200).length;
  tally.differentAnswers += new Set(answers.map(({ text }) => text)).size - 1;
  const { status } = await send(other);
  if (status !== 409) tally.otherBodyTaken += 1;
}

/** How often each request was carried out, and which customers it was about. */
async function effectsOf(count: number) {
  const { database } = await import("~/platform/db/pool.server");
  const { rows } = await database().query<{ reference: string; customer: string; count: number }>(
    `SELECT reference, min(customer_id)::text AS customer, count(*)::int AS count FROM ledger_postings
      WHERE shop = $1 AND reference LIKE $2 GROUP BY reference`,
    [DEMO, referenceOf("%")],
  );
  const wanted = new Set(Array.from({ length: count }, (_, number) => referenceOf(number)));
  const found = rows.filter(({ reference }) => wanted.has(reference));
  return {
    effects: new Map(found.map(({ reference, count: times }) => [reference, times])),
    others: rows.length - found.length,
    customers: [...new Set(rows.map(({ customer }) => Number(customer)))],
  };
}
