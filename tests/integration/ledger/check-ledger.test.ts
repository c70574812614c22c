import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO } from "../console/two-shops.ts";
import { type Ledger, openLedger } from "./support.ts";

let ledger: Ledger;
beforeAll(async () => {
  ledger = await openLedger("ledger_proof", 4);
});
afterAll(() => ledger.shops.close());

const prove = async () =>
  (await import("~/domain/ledger/reconciliation/check-ledger.server")).runLedgerCheck(DEMO);

/** Entries as the app's own role may write them: two that sum to zero, and the balance with them. */
async function book(postingId: string, customerId: number, cents: number, contra: string): Promise<void> {
  const { withShop } = await import("~/platform/db/with-shop.server");
  await withShop(DEMO, async (tx) => {
    await tx.$client.query(
      `INSERT INTO ledger_entries (shop, posting_id, account, customer_id, amount_cents, at)
       VALUES ($1, $2, 'customer', $3, $4, now()), ($1, $2, $5, $3, -$4::bigint, now())`,
      [DEMO, postingId, customerId, cents, contra],
    );
    await tx.$client.query(
      `INSERT INTO credit_accounts (shop, customer_id, currency, balance_cents) VALUES ($1, $2, 'USD', $3)
       ON CONFLICT (shop, customer_id) DO UPDATE SET balance_cents = credit_accounts.balance_cents + $3`,
      [DEMO, customerId, cents],
    );
  });
}

/** A posting that is confirmed, without entries. */
async function confirmedWithout(customerId: number, cents: number): Promise<string> {
  const id = crypto.randomUUID();
  await ledger.shops.query(
    `INSERT INTO ledger_postings (shop, id, at, customer_id, type, amount_cents, reference, actor_id, actor_name, actor_email)
     VALUES ($1, $2, now(), $3, 'Credit', $4, 'x', '1', 'x', '')`,
    [DEMO, id, customerId, cents],
  );
  await ledger.shops.query(
    "INSERT INTO ledger_outcomes (shop, posting_id, state, transaction_id) VALUES ($1, $2, 'CONFIRMED', $3)",
    [DEMO, id, `T/${id}`],
  );
  return id;
}

test("the check finds entries without a posting, of another customer, or on the wrong contra account", async () => {
  for (const customerId of [1, 2]) {
    const posted = await ledger.request("Credit", customerId, 500);
    await ledger.confirm(posted?.postingId ?? "");
  }
  expect(await prove()).toEqual([]);

  const strays = crypto.randomUUID();
  await book(strays, 1, 900, "issued");
  const another = await confirmedWithout(1, 700);
  await book(another, 2, 700, "issued");
  const misplaced = await confirmedWithout(2, 300);
  await book(misplaced, 2, 300, "orders");
  const found = await prove();
  const difference = { kind: "entries", theirsCents: 0 };
  expect(found).toHaveLength(3);
  expect(found).toEqual(
    expect.arrayContaining([
      {
        ...difference,
        postingId: strays,
        customerId: 1,
        oursCents: 900,
        what: "Entries have no posting.",
      },
      {
        ...difference,
        postingId: another,
        customerId: 2,
        oursCents: 700,
        what: "The entries of a posting belong to another customer than the posting.",
      },
      {
        ...difference,
        postingId: misplaced,
        customerId: 2,
        oursCents: 300,
        what: "The contra entry of a posting is on another account than its type requires.",
      },
    ]),
  );
});
