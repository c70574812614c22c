import type { signedInCalls } from "../../support/calls.ts";
import { ledgerServices } from "../../support/ledger.ts";
import { DEMO, type TestShop } from "../../support/test-shop.ts";
import { dispatchAll, liftApprovalLimit } from "./credits.ts";

type Calls = Awaited<ReturnType<typeof signedInCalls>>;

/**
 * Creates confirmed postings of every kind for one person: a credit and an adjustment whose reference names them, a reversal,
 * Shopify's order, refund and expiry, a credit of another customer that mentions them, a stored response, and an exported list.
 */
export async function plantPostings(
  shop: TestShop,
  calls: Calls,
  { id, name, email }: { id: number; name: string; email: string },
): Promise<void> {
  const ledger = await ledgerServices(shop);
  const [other] = await ledger.customers(1, "Beside");
  await liftApprovalLimit(shop);
  const issue = (ids: string, amount: string, reference: string) =>
    calls.credits.issueCredits({ headers: {}, body: { ids, amount, reference } });
  await issue(`${id},${other}`, "40.05", "Both of them");
  const mistake = await issue(String(id), "7.77", `Asked for by ${email}`);
  await issue(String(other), "3.01", `Refers to ${email}`);
  await calls.credits.addCustomer({
    headers: { "idempotency-key": "planted-for-the-erased" },
    body: { email, amount: "1.10", reference: `Opening for ${email}` },
  });
  await dispatchAll(shop);
  await calls.credits.adjustBalances({
    headers: {},
    body: { ids: String(id), amount: "2.50", reference: email },
  });
  await calls.credits.reverse({
    params: { id: mistake.list[0]?.postingId ?? "" },
    headers: {},
    body: { reason: `${email} asked twice` },
  });
  await dispatchAll(shop);
  await recordOrders(id, name);
  await calls.credits.exportTransactions({ search: email });
}

/** What happened to the person's credit at Shopify alone. */
async function recordOrders(customerId: number, name: string): Promise<void> {
  const [{ withShop }, { recordExternalTransaction }, { cents }] = await Promise.all([
    import("~/platform/db/with-shop.server"),
    import("~/domain/ledger/reconcile/external-transaction.server"),
    import("~/platform/money/cents"),
  ]);
  const transactions = [
    { type: "Order", amountCents: -1_234 },
    { type: "Refund", amountCents: 234 },
    { type: "Expiry", amountCents: -100 },
  ] as const;
  for (const { type, amountCents } of transactions)
    await withShop(DEMO, (tx) =>
      recordExternalTransaction(tx, DEMO, {
        customerId,
        type,
        amountCents: cents(amountCents),
        at: new Date(),
        reference: type === "Order" ? `#${customerId} of ${name}` : type,
        transactionId: `gid://planted/${type}`,
        balanceAfterCents: null,
        orderId: `gid://shopify/Order/${customerId}`,
        orderName: `#${customerId}`,
      }),
    );
}

/** Every sum of the ledger by its name: of each account, of each hour, of all balances, and what the proof page and the chart tell. */
export async function ledgerSums(calls: Calls): Promise<Record<string, string>> {
  const [{ database }, { runLedgerCheck }, { countHours }] = await Promise.all([
    import("~/platform/db/pool.server"),
    import("~/domain/ledger/reconciliation/check-ledger.server"),
    import("~/domain/ledger/hourly-counts.server"),
  ]);
  await countHours.run(DEMO, new AbortController().signal);
  const differences = await runLedgerCheck(DEMO);
  const { rows } = await database().query<{ name: string; sum: string }>(
    `SELECT 'entries of ' || account AS name, sum(amount_cents) || ' in ' || count(*) AS sum
       FROM ledger_entries WHERE shop = $1 GROUP BY account
     UNION ALL
     SELECT 'postings of the hour ' || date_trunc('hour', at, 'UTC'), count(*) || ' of ' || sum(amount_cents)
       FROM ledger_postings WHERE shop = $1 GROUP BY date_trunc('hour', at, 'UTC')
     UNION ALL
     SELECT 'counted in the hour ' || hour, postings::text FROM ledger_hours WHERE shop = $1
     UNION ALL
     SELECT 'balances', sum(balance_cents) || ' of ' || count(*) || ', held ' || sum(held_cents)
       FROM credit_accounts WHERE shop = $1
     UNION ALL
     SELECT 'ends ' || state, count(*)::text FROM ledger_outcomes WHERE shop = $1 GROUP BY state`,
    [DEMO],
  );
  const { proof, differences: open } = await calls.ledgerProof.read();
  const { owedCents, months } = await calls.credits.liability();
  return {
    ...Object.fromEntries(rows.map(({ name, sum }) => [name, sum])),
    "differences that the proof names": String(differences.length),
    "the proof page": JSON.stringify({ ...proof, at: null, open }),
    "the chart of what is owed": JSON.stringify({ owedCents, months }),
  };
}
