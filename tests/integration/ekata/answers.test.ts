/** What the Ekata report makes of answers that aren't the usual ones. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCustomer } from "../../../local-store/data/customers.ts";
import { placeOrder } from "../../../local-store/orders/place-order.ts";
import { readResultFile } from "../../guarantees/support/export-file.ts";
import { signedInCalls } from "../../support/calls.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";
import { rebuildOrders } from "../orders/support.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;
let answer = {};
/** What Ekata does instead about an order, by the order's number. */
const special = new Map<string, (response: ServerResponse) => void>();
const asked: string[] = [];
const ekata = createServer(({ url = "" }, response) => {
  const order = new URL(url, "http://ekata.example").searchParams.get("transaction_id") ?? "";
  asked.push(order);
  const answerSpecially = special.get(order);
  if (answerSpecially) answerSpecially(response);
  else response.end(JSON.stringify(answer));
});

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
  await place();
});
afterAll(async () => {
  ekata.close();
  await shop.close();
});

/** Places an order. @returns its number */
async function place(): Promise<string> {
  const { store } = shop.localStore;
  const { customer } = await createCustomer(store, DEMO, { firstName: "Ann", lastName: "Payer" });
  const lines = [{ title: "Lamp", quantity: 1, price_cents: 1_000 }];
  const { order } = await placeOrder(store, DEMO, {
    customerId: customer?.id ?? 0,
    order: { lines, email: "ann@x.example" },
  });
  await rebuildOrders();
  return String(order?.id);
}

const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** @param days from now. A request for the same days joins a report that is being created */
async function report(refresh: "true" | "false" = "true", days = 2) {
  const dates = { dateFrom: dayFrom(-3), dateTo: dayFrom(days) };
  const { jobId } = await calls.ekata.reportFromShopify({ ...dates, refresh });
  const { read, utils } = await import("xlsx");
  const sheet = read(await readResultFile(jobId)).Sheets.Ekata;
  const rows = utils.sheet_to_json<(string | number)[]>(sheet as never, { header: 1 });
  return rows.slice(rows.findIndex(([first]) => first === "Order") + 1);
}

test("a score between two whole numbers is the nearest one", async () => {
  answer = { identity_risk_score: 399.6, identity_network_score: 0.4 };
  expect(await report()).toMatchObject([{ 2: "High", 3: 400, 4: 0.4, 7: "written" }]);
});

test("a report that fails waits for the answers that it has asked for, so that the next one finds them", async () => {
  const [refused, slow] = [await place(), await place()];
  let release = () => {};
  const isAsked = new Promise<void>((resolve) => {
    special.set(slow, (response) => {
      release = () => response.end(JSON.stringify(answer));
      resolve();
    });
  });
  special.set(refused, (response) => response.writeHead(403).end());
  const failing = expect(report("false")).rejects.toThrow();
  await isAsked;
  special.clear();
  const next = report("false", 3);
  await expect.poll(countWaitingSessions).toBe(1);
  release();
  await failing;
  expect((await next).map((row) => row[7])).toEqual([
    "written earlier today",
    "written",
    "written earlier today",
  ]);
  expect(asked.filter((order) => order === slow)).toHaveLength(1);
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
