import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { BOOKKEEPER } from "../../support/ledger.ts";
import { mirroredCustomer } from "../../support/people.ts";
import { saveLimit } from "../../support/safeguards.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";
import { type Credits, DEMO, openCredits } from "./support.ts";

let credits: Credits;
beforeAll(async () => {
  credits = await openCredits("credits_import_locks", 0);
});
// Also when a test that sets one fails.
afterEach(() => saveLimit(credits.owner.credits.saveApprovalLimit({ amount: null })));
afterAll(() => credits.close());

/** A customer of the store with ten dollars. */
async function customer(email: string): Promise<number> {
  const body = { email, amount: "10", reference: "New account" };
  const { postingId, customer: added } = await credits.calls.credits.addCustomer({ headers: {}, body });
  await credits.confirm(postingId);
  return Number(added.shopifyCustomerId);
}

/** A checked file of adjustments. */
async function checkedRun(emails: string[], reference = "Locks") {
  const { imports } = credits.calls;
  const rows = emails.map((email, index) => ({ number: index + 2, cells: [email, "1", reference] }));
  const { run } = await imports.open({
    kind: "credits",
    fileName: "locks.csv",
    sha256: createHash("sha256").update(JSON.stringify(rows)).digest("hex"),
    columns: ["Email", "Adjustment", "Reference"],
    rowCount: rows.length,
  });
  await imports.decide({ id: run.id, mapping: ["email", "adjustment", "reference"], blanks: "keep" });
  await imports.send({ id: run.id, rows });
  expect((await imports.finish({ id: run.id })).counts).toMatchObject({ change: rows.length });
  return run.id;
}

/** Posts a run's rows, one in each batch. */
async function begin(id: string): Promise<void> {
  const [{ withShop }, { beginCredits }, { importRuns }, { eq }] = await Promise.all([
    import("~/platform/db/with-shop.server"),
    import("~/domain/ledger/imports/post-rows.server"),
    import("~/core/imports/tables.server"),
    import("drizzle-orm"),
  ]);
  const administrator = { ...BOOKKEEPER, isOwner: true } as unknown as Parameters<typeof beginCredits>[2];
  await withShop(DEMO, async (tx) => {
    const [run] = await tx.select().from(importRuns).where(eq(importRuns.id, id));
    if (!run) throw new Error("There is no such run.");
    await beginCredits(tx, run, administrator, 1);
  });
}

const postedTo = async (reference: string) =>
  (await credits.postingsOf(reference)).map(({ shopifyCustomerId }) => Number(shopifyCustomerId));

test("a file that is posted in batches in its own order doesn't deadlock with another request", async () => {
  const [{ withShop }, { lockAccounts }] = await Promise.all([
    import("~/platform/db/with-shop.server"),
    import("~/domain/ledger/post.server"),
  ]);
  const emails = ["low@locks.example", "high@locks.example"];
  const [low, high] = [await customer(emails[0] as string), await customer(emails[1] as string)];
  expect(low).toBeLessThan(high);
  const id = await checkedRun(emails.toReversed());
  let imported: Promise<void> | undefined;
  await withShop(DEMO, async (tx) => {
    await lockAccounts(tx, DEMO, [low]);
    imported = begin(id);
    imported.catch(() => undefined);
    await expect.poll(countWaitingSessions).toBeGreaterThan(0);
    await lockAccounts(tx, DEMO, [high]);
  });
  await imported;
  expect(await postedTo("Locks")).toEqual([high, low]);
});

test("a reversal doesn't deadlock with an import that has compared its file with the limit and now locks accounts", async () => {
  const [{ withShop }, { lockAccounts }, { exceededApprovalLimit }] = await Promise.all([
    import("~/platform/db/with-shop.server"),
    import("~/domain/ledger/post.server"),
    import("~/domain/ledger/approval-limit.server"),
  ]);
  await saveLimit(credits.owner.credits.saveApprovalLimit({ amount: "1000" }));
  const id = await customer("reversed@locks.example");
  const [posting] = await credits.ledger("reversed@locks.example");
  const change = { customerId: id, type: "Credit", amountCents: 100 as never } as const;
  let reversal: ReturnType<typeof credits.calls.credits.reverse> | undefined;
  await withShop(DEMO, async (tx) => {
    await exceededApprovalLimit(tx, DEMO, { by: BOOKKEEPER, now: new Date(), changes: [change] });
    reversal = credits.calls.credits.reverse({
      headers: {},
      params: { id: posting?.id ?? "" },
      body: { reason: "Wrong" },
    });
    reversal.catch(() => undefined);
    await expect.poll(countWaitingSessions).toBeGreaterThan(0);
    await lockAccounts(tx, DEMO, [id]);
  });
  expect(await reversal).toMatchObject({ status: true });
});

test.each(["ask", "post"] as const)(
  "adding a customer (%s) doesn't deadlock with a request that has compared their credit with the limit and now opens accounts",
  async (onRepeat) => {
    const [{ withShop }, { openAccounts }, { exceededApprovalLimit }] = await Promise.all([
      import("~/platform/db/with-shop.server"),
      import("~/domain/ledger/post.server"),
      import("~/domain/ledger/approval-limit.server"),
    ]);
    await saveLimit(credits.owner.credits.saveApprovalLimit({ amount: "1000" }));
    const email = `added-${onRepeat}@locks.example`;
    let adding: ReturnType<typeof credits.calls.credits.addCustomer> | undefined;
    await withShop(DEMO, async (tx) => {
      // The customer's number isn't known before the request has created them. The shop's lock is the same for all customers.
      const change = { customerId: 1, type: "Credit", amountCents: 100 as never } as const;
      await exceededApprovalLimit(tx, DEMO, { by: BOOKKEEPER, now: new Date(), changes: [change] });
      const body = { email, amount: "10", reference: "New account", onRepeat };
      adding = credits.calls.credits.addCustomer({ headers: {}, body });
      adding.catch(() => undefined);
      await expect.poll(countWaitingSessions).toBeGreaterThan(0);
      const added = await mirroredCustomer(email);
      // It would wait for an account that the other request has opened, and the other request for the limit.
      expect(await openAccounts(tx, DEMO, [Number(added?.id)])).toEqual(new Set([Number(added?.id)]));
    });
    expect(await adding).toMatchObject({ status: true });
  },
);

test("a file and a concurrent erasure of its customer don't deadlock: the second waits, and the rest of the file is posted", async () => {
  const [{ withRedaction }, { eraseCredits }] = await Promise.all([
    import("~/platform/db/transaction.server"),
    import("../../support/erasure.ts"),
  ]);
  const [erased, kept] = [await customer("erased@locks.example"), await customer("kept@locks.example")];
  const id = await checkedRun(["erased@locks.example", "kept@locks.example"], "Erased during import");
  const { imported } = await withRedaction(async (client) => {
    await client.query("DELETE FROM import_rows WHERE identity = 'erased@locks.example'");
    const waiting = begin(id);
    waiting.catch(() => undefined);
    await expect.poll(countWaitingSessions).toBeGreaterThan(0);
    await eraseCredits(client, DEMO, erased);
    await client.query("DELETE FROM customers WHERE shop = $1 AND id = $2", [DEMO, erased]);
    return { imported: waiting };
  });
  await imported;
  expect(await postedTo("Erased during import")).toEqual([kept]);
});
