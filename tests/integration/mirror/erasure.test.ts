/** An erasure and the mirror's own transactions about the same customer. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "../../guarantees/support/flags.ts";
import { refreshMirror, registerStudent } from "../../support/people.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop("mirror_erasure");
  await signIn([shop.token("1")]);
});
afterAll(() => shop.close());

async function query<Row>(text: string, values: unknown[]): Promise<Row[]> {
  const { database } = await import("~/platform/db/pool.server");
  return (await database().query(text, values)).rows as Row[];
}

/**
 * Erases a customer as the erasures of all modules do: one locks the customer, and the last one deletes them.
 * @param work begins while the customer is locked, and waits for that
 */
async function eraseDuring(customerId: number, work: () => Promise<void>): Promise<void> {
  const [{ withRedaction }, { lockCustomer }, { eraseCustomer }] = await Promise.all([
    import("~/platform/db/transaction.server"),
    import("~/domain/customers/read-tags.server"),
    import("~/domain/customers/hooks.server"),
  ]);
  const { waiting } = await withRedaction(async (client) => {
    await lockCustomer(client, DEMO, customerId);
    const waiting = work();
    await expect.poll(countWaitingSessions).toBe(1);
    await eraseCustomer.erase(client, { shop: DEMO, customerId, contacts: [] });
    // In an object, or it would be awaited here.
    return { waiting };
  });
  await waiting;
  expect(await query("SELECT 1 FROM customers WHERE id = $1", [customerId])).toEqual([]);
}

test("a customer who is deleted in Shopify during their erasure doesn't end it", async () => {
  const id = await registerStudent(shop.localStore, { name: "Dee Deleted" });
  await refreshMirror([id]);
  const [{ forgetCustomers }, { withShop }] = await Promise.all([
    import("~/domain/customers/mirror.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  await eraseDuring(id, () => withShop(DEMO, (tx) => forgetCustomers(tx, DEMO, [id])));
});

test("a customer who is being written during their erasure isn't added again", async () => {
  const id = await registerStudent(shop.localStore, { name: "Wim Written" });
  await refreshMirror([id]);
  const { customersMirror } = await import("~/domain/customers/mirror.server");
  await eraseDuring(id, () => customersMirror.readIntoMirror(DEMO, [id], { priority: "bulk" }));
});
