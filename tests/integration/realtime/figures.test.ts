import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { addPromotion, addSubmission } from "../promo/support.ts";
import { closeRealtime, connect, openRealtime } from "./support.ts";

type Calls = Awaited<ReturnType<typeof signedInCalls>>;

let shop: TestShop;
let calls: Calls;
beforeAll(async () => {
  shop = await openTestShop("figures");
  calls = await signedInCalls(shop);
});
afterEach(closeRealtime);
afterAll(() => shop.close());

async function query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  const { database } = await import("~/platform/db/pool.server");
  return (await database().query<Row>(text, values)).rows;
}

async function assignSubmission(): Promise<void> {
  await addPromotion(query);
  await calls.promo.assign({ list: [await addSubmission(query)], reviewer: "1" });
}

async function createCode(): Promise<void> {
  await calls.partners.save({ list: [{ handle: "acme", name: "Acme Tools" }] });
  const days = { startDate: "01/01/2020", endDate: "12/31/2099" };
  await calls.registrationCodes.create({ registrationCode: "FIGURE", ...days });
}

test.each([
  ["promo", assignSubmission],
  ["dashboard", () => calls.dashboard.refresh()],
  ["registrationCodes", createCode],
])("a change of the figure of %s is published to the list that its card follows", async (name, change) => {
  const { app } = await import("~/app.server");
  const { publishChange } = await import("~/platform/realtime/publish.server");
  const entry = app.declarations.functions.find((one) => one.name === name);
  const { socket } = await connect(await openRealtime(), shop.token("1"));
  const lists = new Set<string>();
  socket.on("changed", ({ list }: { list: string }) => lists.add(list));
  await expect
    .poll(() => {
      publishChange(DEMO, "signed-in", { list: "ready" });
      return [...lists];
    })
    .toContain("ready");
  await change();
  await expect.poll(() => [...lists]).toContain(entry?.figureList ?? name);
});

test("the home page shows the figure of a function whose calls have another name", async () => {
  const [{ app }, { readFigures }] = await Promise.all([
    import("~/app.server"),
    import("~/functions/home/figures.server"),
  ]);
  const figures = await readFigures(calls, app.declarations.functions, app.declarations);
  expect(figures.pricecontrol).toEqual({ text: "0 changes today (UTC)", asOf: null });
});
