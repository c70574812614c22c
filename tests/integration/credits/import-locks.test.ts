import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BOOKKEEPER } from "../../support/ledger.ts";
import { type Credits, DEMO, openCredits } from "./support.ts";

let credits: Credits;
beforeAll(async () => {
  credits = await openCredits("credits_import_locks", 0);
});
afterAll(() => credits.close());

/** Somebody whom the store itself knows, with ten dollars. */
async function customer(email: string): Promise<number> {
  const body = { email, amount: "10", reference: "New account" };
  const { postingId, customer: added } = await credits.calls.credits.addCustomer({ headers: {}, body });
  await credits.confirm(postingId);
  return Number(added.shopifyCustomerId);
}

/** A checked file of adjustments, as the domain knows it. */
async function checkedRun(emails: string[]) {
  const { imports } = credits.calls;
  const rows = emails.map((email, index) => ({ number: index + 2, cells: [email, "1", "Locks"] }));
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

const isSomebodyWaiting = async () =>
  (
    await credits.query(
      "SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE datname = current_database() AND NOT granted",
    )
  ).length > 0;

test("a file that is posted in several batches, in its own order, and another request never wait for each other in a circle", async () => {
  const [{ withShop }, { lockAccounts }, { beginCredits }, { importRuns }, { eq }] = await Promise.all([
    import("~/platform/db/with-shop.server"),
    import("~/domain/ledger/post.server"),
    import("~/domain/imports/credits/post.server"),
    import("~/domain/imports/tables.server"),
    import("drizzle-orm"),
  ]);
  const emails = ["low@locks.example", "high@locks.example"];
  const [low, high] = [await customer(emails[0] as string), await customer(emails[1] as string)];
  expect(low).toBeLessThan(high);
  const id = await checkedRun(emails.toReversed());
  const administrator = { ...BOOKKEEPER, isOwner: true } as unknown as Parameters<typeof beginCredits>[2];

  const importing = () =>
    withShop(DEMO, async (tx) => {
      const [run] = await tx.select().from(importRuns).where(eq(importRuns.id, id));
      if (!run) throw new Error("There is no such run.");
      await beginCredits(tx, run, administrator, 1);
    });
  let imported: Promise<void> | undefined;
  await withShop(DEMO, async (tx) => {
    await lockAccounts(tx, DEMO, [low]);
    imported = importing();
    imported.catch(() => undefined);
    await expect.poll(isSomebodyWaiting).toBe(true);
    await lockAccounts(tx, DEMO, [high]);
  });
  await imported;
  const posted = await credits.query<{ customer: string }>(
    "SELECT customer_id::text AS customer FROM ledger_postings WHERE reference = 'Locks' ORDER BY number",
  );
  expect(posted.map((row) => Number(row.customer))).toEqual([high, low]);
});
