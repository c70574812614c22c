/** What the Ekata report makes of answers that aren't the usual ones. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCustomer } from "../../../local-store/data/customers.ts";
import { placeOrder } from "../../../local-store/orders/place-order.ts";
import { readResultFile } from "../../guarantees/support/export-file.ts";
import { signedInCalls } from "../../support/calls.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { rebuildOrders } from "../orders/support.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;
let answer = {};
const ekata = createServer((_request, response) => response.end(JSON.stringify(answer)));

beforeAll(async () => {
  shop = await openTestShop("ekata_answers");
  calls = await signedInCalls(shop);
  await new Promise<void>((resolve) => ekata.listen(0, "127.0.0.1", resolve));
  await calls.connectors.ekata.save({
    base_url: `http://127.0.0.1:${(ekata.address() as AddressInfo).port}`,
    mediumFrom: "250",
    highFrom: "400",
    key: "a-key",
  });
  const { store } = shop.localStore;
  const { customer } = await createCustomer(store, DEMO, { firstName: "Ann", lastName: "Payer" });
  const order = { lines: [{ title: "Lamp", quantity: 1, price_cents: 1_000 }], email: "ann@x.example" };
  await placeOrder(store, DEMO, { customerId: customer?.id ?? 0, order });
  await rebuildOrders();
});
afterAll(async () => {
  ekata.close();
  await shop.close();
});

const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function report() {
  const { jobId } = await calls.ekata.reportFromShopify({
    dateFrom: dayFrom(-3),
    dateTo: dayFrom(2),
    refresh: "true",
  });
  const { read, utils } = await import("xlsx");
  const sheet = read(await readResultFile(jobId)).Sheets.Ekata;
  const rows = utils.sheet_to_json<(string | number)[]>(sheet as never, { header: 1 });
  return rows.slice(rows.findIndex(([first]) => first === "Order") + 1);
}

test("a score between two whole numbers is the nearest one", async () => {
  answer = { identity_risk_score: 399.6, identity_network_score: 0.4 };
  expect(await report()).toMatchObject([{ 2: "High", 3: 400, 4: 0.4, 7: "written" }]);
});

test("when the address leads into a private network, the report fails instead of saying it of each order", async () => {
  const { database } = await import("~/platform/db/pool.server");
  await database().query(
    "UPDATE settings SET value = value || '{\"baseUrl\": \"https://10.0.0.1\"}' WHERE shop = $1 AND key = 'ekata'",
    [DEMO],
  );
  await expect(report()).rejects.toThrow();
  const [run] = (await calls.reports.runs({ report: "ekata" })).list;
  expect(run?.reason).toContain("private network");
});
