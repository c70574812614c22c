/** An entrant and staff, or an erasure, change an entry at the same time. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { linksOf, visitRequest } from "../../support/public-pages.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";
import { keyOf, register, withEntrants } from "./support.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;
beforeAll(async () => {
  shop = await openTestShop("giveaway_entry_races");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());

/** Runs `answer` while a transaction has changed the giveaway's entry 1 and isn't committed. */
async function during<Answer>(id: number, set: string, answer: () => Promise<Answer>): Promise<Answer> {
  const { withShop } = await import("~/platform/db/with-shop.server");
  const racing = await withShop(DEMO, async (tx) => {
    await tx.$client.query(
      `UPDATE giveaway_entrants SET ${set}, version = version + 1 WHERE shop = $1 AND giveaway_id = $2 AND number = 1`,
      [DEMO, id],
    );
    const answered = answer();
    await expect.poll(countWaitingSessions).toBe(1);
    return { answered };
  });
  return racing.answered;
}

const stateOf = async (id: number) => (await calls.giveaways.entrants({ id })).list[0]?.state;

test("an entrant who is disqualified in between neither withdraws nor takes part again", async () => {
  const email = "between@races.example";
  const giveaway = await withEntrants(calls, "Disqualified in between", [email]);
  const { id } = giveaway;
  const [token = ""] = await linksOf("giveaway.entered", email);
  const act = (decision: string) => visitRequest(token, { fields: { decision } });
  const disqualify = "state = 'disqualified', reason = 'Works here'";
  expect(await during(id, disqualify, () => act("withdraw"))).toMatchObject({ status: 409 });
  expect(await stateOf(id)).toBe("disqualified");

  await calls.giveaways.reinstate({ id, number: 1, reason: "A mistake" });
  await act("withdraw");
  expect(await during(id, disqualify, () => act("enter"))).toMatchObject({ status: 409 });
  expect(await stateOf(id)).toBe("disqualified");

  await calls.giveaways.reinstate({ id, number: 1, reason: "A mistake" });
  await act("withdraw");
  const { html } = await during(id, disqualify, () => register(keyOf(giveaway), email));
  expect(html).toContain("You are already registered");
  expect(await stateOf(id)).toBe("disqualified");
});

test("an entrant who is erased in between doesn't take part again", async () => {
  const email = "erased@races.example";
  const { id } = await withEntrants(calls, "Erased in between", [email]);
  const [token = ""] = await linksOf("giveaway.entered", email);
  const act = (decision: string) => visitRequest(token, { fields: { decision } });
  await act("withdraw");
  const erase =
    "email = NULL, address = NULL, salt = NULL, first_name = 'Erased', last_name = '', state = 'erased'";
  await during(id, erase, () => act("enter"));
  expect(await stateOf(id)).toBe("erased");
});
