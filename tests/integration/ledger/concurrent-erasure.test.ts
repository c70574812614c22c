import { afterAll, beforeAll, expect, test } from "vitest";
import { cents } from "~/platform/money/cents";
import { addCredit } from "../../../local-store/credit/change-credit.ts";
import { until } from "../../guarantees/support/until.ts";
import { callsOf, signedInCalls } from "../../support/calls.ts";
import { redactCustomer } from "../../support/erasure.ts";
import { BOOKKEEPER, ledgerServices } from "../../support/ledger.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
let ledger: Awaited<ReturnType<typeof ledgerServices>>;
let people: number[];
beforeAll(async () => {
  shop = await openTestShop("concurrent_erasure");
  await signedInCalls(shop);
  ledger = await ledgerServices(shop);
  people = await ledger.customers(7, "Erased");
});
afterAll(() => shop.close());

const nextPerson = () => people.pop() as number;
const query = async (text: string, values: unknown[] = []) => {
  const { database } = await import("~/platform/db/pool.server");
  return (await database().query(text, values)).rows;
};
const erase = (id: number) => redactCustomer(DEMO, { id, email: `${id}@erased.example`, phone: null });
const waitsForALock = () =>
  until(
    "a transaction waits for a lock",
    async () =>
      (
        await query(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        )
      ).length > 0,
  );

/** This customer has no account or posting, nothing is open, and all sums are correct. */
async function expectNothingOf(id: number) {
  expect(
    await query(
      `SELECT 'account' AS what FROM credit_accounts WHERE customer_id = $1
       UNION ALL SELECT 'posting' FROM ledger_postings WHERE customer_id = $1
       UNION ALL SELECT 'entry' FROM ledger_entries WHERE customer_id = $1
       UNION ALL SELECT 'open' FROM ledger_open WHERE customer_id = $1
       UNION ALL SELECT 'audit' FROM audit_entries WHERE subject_id = $1::text`,
      [id],
    ),
  ).toEqual([]);
  const { runLedgerCheck } = await import("~/domain/ledger/reconciliation/check-ledger.server");
  expect(await runLedgerCheck(DEMO)).toEqual([]);
}

test.each([["who has none yet"], ["who has credit"]])(
  "erasing a customer %s waits for a credit in flight and erases it too",
  async (who) => {
    const person = nextPerson();
    if (who === "who has credit") {
      await ledger.post("Credit", person, 500);
      await ledger.dispatch();
    }
    const [{ withShop }, { post }, { recordAudit }, { creditIssued }, { customerSubject }] =
      await Promise.all([
        import("~/platform/db/with-shop.server"),
        import("~/domain/ledger/post.server"),
        import("~/core/audit/record-audit.server"),
        import("~/functions/credits/audit.server"),
        import("~/domain/customers/audit.server"),
      ]);
    const { erasing, postingId } = await withShop(DEMO, async (tx) => {
      const wanted = {
        customerId: person,
        type: "Credit" as const,
        amountCents: cents(700),
        reference: "Just now",
      };
      const posting = { by: BOOKKEEPER, operationKey: "1:race", now: new Date() };
      const [posted] = await post(tx, DEMO, [wanted], posting);
      await recordAudit(tx, DEMO, creditIssued, {
        actor: BOOKKEEPER,
        subject: { type: customerSubject, id: String(person) },
        before: null,
        after: { customers: 1, amount: "$7.00", reference: "Just now" },
      });
      const waiting = erase(person);
      await waitsForALock();
      // In an object, or it would be awaited here.
      return { erasing: waiting, postingId: posted?.postingId ?? null };
    });
    await erasing;
    await ledger.dispatch();
    expect(await ledger.steps(postingId)).toEqual([
      expect.objectContaining({
        state: "FAILED",
        problem: expect.stringContaining("erased before it was sent"),
      }),
    ]);
    await expectNothingOf(person);
  },
);

test.each([["who has none yet"], ["who has credit"]])(
  "a credit for a customer %s during their erasure waits and is refused",
  async (who) => {
    const person = nextPerson();
    if (who === "who has credit") {
      await ledger.post("Credit", person, 500);
      await ledger.dispatch();
    }
    const [{ withRedaction }, { eraseCredits }] = await Promise.all([
      import("~/platform/db/transaction.server"),
      import("../../support/erasure.ts"),
    ]);
    const { posting } = await withRedaction(async (client) => {
      await eraseCredits(client, DEMO, person);
      const waiting = ledger.post("Credit", person, 700);
      await waitsForALock();
      await client.query("DELETE FROM customers WHERE shop = $1 AND id = $2", [DEMO, person]);
      return { posting: waiting };
    });
    expect(await posting).toMatchObject({ postingId: null, problem: "The store has no such customer." });
    await expectNothingOf(person);
  },
);

test("a confirmation during the erasure is booked on the pseudonym", async () => {
  const person = nextPerson();
  const { postingId } = await ledger.post("Credit", person, 900);
  await query("UPDATE ledger_open SET attempts = 1, attempted_at = now() WHERE shop = $1", [DEMO]);
  const added = await addCredit(
    shop.localStore.store,
    DEMO,
    { customer: person },
    { cents: 900, currency: "USD" },
  );
  expect(added.userErrors).toEqual([]);
  const [{ withRedaction }, { eraseCredits }, { withShop }, { confirmPosting }] = await Promise.all([
    import("~/platform/db/transaction.server"),
    import("../../support/erasure.ts"),
    import("~/platform/db/with-shop.server"),
    import("~/domain/ledger/settle.server"),
  ]);
  const confirmation = { transactionId: "gid://shopify/T/1", at: new Date(), balanceAfterCents: null };
  const { confirming } = await withRedaction(async (client) => {
    await eraseCredits(client, DEMO, person);
    const waiting = withShop(DEMO, (tx) => confirmPosting(tx, DEMO, postingId ?? "", confirmation)).catch(
      (error: Error) => error,
    );
    await waitsForALock();
    return { confirming: waiting };
  });
  expect(await confirming).toMatchObject({ message: "The customer's data were erased at this moment." });
  await query("UPDATE ledger_open SET not_before = now() WHERE shop = $1", [DEMO]);
  await ledger.dispatch();
  expect((await ledger.steps(postingId)).at(-1)).toMatchObject({ state: "CONFIRMED" });
  await expectNothingOf(person);
});

test("an erased customer's account with a long history is not reopened, and its later transactions stay with the pseudonym", async () => {
  const person = nextPerson();
  const { store } = shop.localStore;
  for (let count = 0; count < 505; count += 1)
    await addCredit(store, DEMO, { customer: person }, { cents: 10, currency: "USD" });
  await ledger.reconcile(person);
  const owed = async () => (await (await callsOf()).credits.liability()).owedCents;
  const before = await owed();
  await erase(person);
  expect(await ledger.reconcile(person)).toEqual({ state: "compared", recorded: 0, differenceCents: 0 });
  await addCredit(store, DEMO, { customer: person }, { cents: 25, currency: "USD" });
  expect(await ledger.reconcile(person)).toEqual({ state: "compared", recorded: 1, differenceCents: 0 });
  expect(await ledger.reconcile(person)).toEqual({ state: "compared", recorded: 0, differenceCents: 0 });
  expect(await owed()).toBe(before + 25);
  await expectNothingOf(person);
});
