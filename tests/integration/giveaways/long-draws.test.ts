import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { openTestShop, type TestShop } from "../../support/test-shop.ts";
import { draw, fill } from "./support.ts";

vi.mock("~/platform/db/connection.server", async (original) => {
  const connection = await original<typeof import("~/platform/db/connection.server")>();
  const idleLimit = connection.SESSION_SETTINGS.replace(
    "idle_in_transaction_session_timeout = '60s'",
    "idle_in_transaction_session_timeout = '1s'",
  );
  return { ...connection, SESSION_SETTINGS: idleLimit };
});

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop("long_draws");
});
afterAll(() => shop.close());

test("a draw that takes longer than a transaction may be idle is made", async () => {
  const calls = await signedInCalls(shop);
  const { giveaway } = await calls.giveaways.create({ name: "Long" });
  await fill(giveaway.id, 100, { tickets: 1_000 });
  const { database } = await import("~/platform/db/pool.server");
  await database().query("UPDATE giveaway_entrants SET weight = 1 WHERE number <= 20");
  expect(await draw(calls, giveaway.id, { winners: 50, alternates: 50 })).toMatchObject({
    state: "done",
    message: "100 drawn from 100 entries.",
  });
});
