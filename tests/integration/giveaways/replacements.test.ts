/** Winners who are replaced by alternates, and restored. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";
import { refusalOf } from "../console/two-shops.ts";
import { callsWith } from "../events/support.ts";
import { sendDue } from "../mail/support.ts";
import { draw, keyOf, people, visit, withEntrants, work } from "./support.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;
beforeAll(async () => {
  shop = await openTestShop("giveaway_replacements");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());

const numbersOf = async (id: number, number: number) =>
  (await calls.giveaways.places({ id, draw: number })).list.map((place) => place.number);

test("a declined or removed winner is replaced once by the next eligible alternate", async () => {
  const { id } = await withEntrants(calls, "Places", people(5));
  await draw(calls, id, { winners: 2, alternates: 3 });
  const [, , third, fourth] = await numbersOf(id, 1);
  await calls.giveaways.disqualify({ id, number: third as number, reason: "Found out later" });
  const declined = { id, draw: 1, rank: 1, state: "declined" as const, reason: "No time" };
  const moved = await calls.giveaways.changePlace(declined);
  expect(moved).toMatchObject({ movedUp: 4, msg: expect.stringContaining(`Entry ${fourth} has moved up.`) });
  // The answer was lost, and then someone else, or another window, was later.
  expect(await calls.giveaways.changePlace(declined)).toEqual(moved);
  const colleague = await callsWith(shop, "3", ["showGiveaways"]);
  const theirs = await refusalOf(colleague.giveaways.changePlace(declined));
  expect(theirs.message).toMatch(/^Olivia Owner removed entry \d\. The list shows who moved up\.$/);
  // What someone else has removed since isn't restored by Undo.
  const place = { id, draw: 1, rank: 1 };
  await colleague.giveaways.putBack(place);
  await colleague.giveaways.changePlace(declined);
  const undone = await refusalOf(calls.giveaways.putBack({ ...place, isUndo: true }));
  expect(undone.message).toMatch(/^Nora \w+ removed entry \d again since, so Undo didn't restore it\./);
  await colleague.giveaways.putBack({ ...place, isUndo: true });
  await calls.giveaways.changePlace(declined);
  const reworded = await refusalOf(calls.giveaways.changePlace({ ...declined, reason: "Has moved" }));
  expect([reworded.status, reworded.message]).toEqual([
    409,
    expect.stringMatching(/^You removed entry \d in another window\./),
  ]);
  const [other, last] = await Promise.all([
    calls.giveaways.changePlace({ ...declined, rank: 2, state: "disqualified" }),
    calls.giveaways.changePlace({ ...declined, rank: 4 }),
  ]);
  expect([other.movedUp, last.movedUp].sort()).toEqual([5, null]);
  const places = (await calls.giveaways.places({ id, draw: 1 })).list;
  expect(places.map(({ state }) => state)).toEqual([
    "declined",
    "disqualified",
    "alternate",
    "declined",
    "winner",
  ]);
  expect(places[0]).toMatchObject({ reason: "No time", changedBy: "Olivia Owner" });
  expect(await calls.giveaways.verify({ id, draw: 1 })).toMatchObject({ holds: true });
  expect((await refusalOf(calls.giveaways.changePlace({ ...declined, rank: 9 }))).status).toBe(404);
});

test("an alternate who has won another giveaway since moves up only if repeat winners are allowed", async () => {
  const ofGmail = (prefix: string) =>
    people(4, prefix).map((email) => email.replace("x.example", "gmail.com"));
  const aliasOf = (email: string) => email.replace("@", "+alias@");
  const strict = await withEntrants(calls, "Strict", ofGmail("strict"));
  const open = await withEntrants(calls, "Open", ofGmail("open"));
  await draw(calls, strict.id, { winners: 1, alternates: 3, repeatWinners: false });
  await draw(calls, open.id, { winners: 1, alternates: 3, repeatWinners: true });
  for (const [{ id }, movedUp] of [
    [strict, 3],
    [open, 2],
  ] as const) {
    const next = (await calls.giveaways.places({ id, draw: 1 })).list[1]?.email as string;
    const elsewhere = await withEntrants(calls, `Elsewhere ${id}`, [aliasOf(next)]);
    await draw(calls, elsewhere.id, { winners: 1, alternates: 0 });
    const declined = { id, draw: 1, rank: 1, state: "declined" as const, reason: "No time" };
    expect((await calls.giveaways.changePlace(declined)).movedUp).toBe(movedUp);
  }
});

/** A draw whose winner has declined. @returns their address */
async function withDeclinedWinner(name: string, repeatWinners: boolean) {
  const { id } = await withEntrants(calls, name, people(3, name.toLowerCase()));
  await draw(calls, id, { winners: 1, alternates: 2, repeatWinners });
  const [first] = (await calls.giveaways.places({ id, draw: 1 })).list;
  await calls.giveaways.changePlace({ id, draw: 1, rank: 1, state: "declined", reason: "No time" });
  return { id, email: first?.email as string };
}

test("a winner who has won another giveaway since is restored only if repeat winners are allowed", async () => {
  for (const repeatWinners of [false, true]) {
    const { id, email } = await withDeclinedWinner(`Restore-${repeatWinners}`, repeatWinners);
    const elsewhere = await withEntrants(calls, `Elsewhere ${id}`, [email]);
    await draw(calls, elsewhere.id, { winners: 1, alternates: 0 });
    const back = () => calls.giveaways.putBack({ id, draw: 1, rank: 1 });
    if (!repeatWinners) {
      const { status, message } = await refusalOf(back());
      expect(status).toBe(409);
      expect(message).toMatch(/^Entry \d has since won another giveaway, and this draw left out winners/);
      const declined = { draw: 1, rank: 1, state: "declined" as const, reason: "Rather another prize" };
      await calls.giveaways.changePlace({ ...declined, id: elsewhere.id });
    }
    expect((await back()).movedDown).toBe(2);
  }
});

test("a winner isn't restored while a draw makes them the winner of another giveaway", async () => {
  const { id, email } = await withDeclinedWinner("Restore-race", false);
  const elsewhere = await withEntrants(calls, "Elsewhere race", [email]);
  const { jobId } = await calls.giveaways.draw({ id: elsewhere.id, winners: 1 });
  const { withShop } = await import("~/platform/db/with-shop.server");
  const racing = await withShop(DEMO, async (tx) => {
    // The draw waits when it inserts its result.
    await tx.$client.query("LOCK TABLE giveaway_places IN SHARE MODE");
    const drawn = work(jobId);
    await expect.poll(countWaitingSessions).toBe(1);
    const refused = refusalOf(calls.giveaways.putBack({ id, draw: 1, rank: 1 }));
    await expect.poll(countWaitingSessions).toBe(2);
    return { both: Promise.all([drawn, refused]) };
  });
  const [drawn, refused] = await racing.both;
  expect(drawn.state).toBe("done");
  expect(refused.message).toMatch(/has since won another giveaway/);
});

test("a winner who has won another draw of the giveaway since isn't restored", async () => {
  const { id } = await withEntrants(calls, "Two draws", people(3, "twice"));
  await draw(calls, id, { winners: 1, alternates: 2 });
  await draw(calls, id, { winners: 1, alternates: 1, reason: "One more prize" });
  const decline = (number: number, rank: number) =>
    calls.giveaways.changePlace({ id, draw: number, rank, state: "declined", reason: "No time" });
  const { movedUp } = await decline(1, 1);
  const rank = movedUp as number;
  await decline(1, rank);
  expect((await decline(2, 1)).movedUp).toBe(2);
  const { status, message } = await refusalOf(calls.giveaways.putBack({ id, draw: 1, rank }));
  expect(status).toBe(409);
  expect(message).toMatch(/has since won another draw of this giveaway/);
});

test("the public page says which winners were withdrawn and who moved up, and not who they are or why", async () => {
  const giveaway = await withEntrants(calls, "Withdrawn", people(4, "w"));
  const { id } = giveaway;
  await draw(calls, id, { winners: 2, alternates: 1 });
  const [first, second, third, fourth] = await numbersOf(id, 1);
  expect(fourth).toBeUndefined();
  const published = async () => (await visit(keyOf(giveaway))).html;
  const before = await published();
  expect(before).not.toContain("withdrawn");
  const takeOut = (rank: number, state: "declined" | "disqualified") =>
    calls.giveaways.changePlace({ id, draw: 1, rank, state, reason: "Works for the shop" });
  await takeOut(1, "declined");
  await takeOut(2, "disqualified");
  const after = await published();
  expect(after).toContain(`After the draw, entry ${first} was withdrawn, and entry ${third} moved up.`);
  expect(after).toContain(`After the draw, entry ${second} was withdrawn. No alternate moved up.`);
  expect(after).not.toMatch(/declined|disqualified|Works for the shop|x\.example/);
  // The draw itself stays as it was published.
  expect(after.replace(/<p>After the draw.*?<\/p>/g, "")).toBe(before);
  for (const rank of [2, 1]) await calls.giveaways.putBack({ id, draw: 1, rank });
  expect(await published()).toBe(before);
});

test("restoring an entrant makes their replacement an alternate again, also across a chain", async () => {
  const { id } = await withEntrants(calls, "Back", people(5));
  await draw(calls, id, { winners: 2, alternates: 3 });
  const numbers = await numbersOf(id, 1);
  const takeOut = (rank: number) =>
    calls.giveaways.changePlace({ id, draw: 1, rank, state: "declined", reason: "No time" });
  const back = (rank: number) => calls.giveaways.putBack({ id, draw: 1, rank });
  const states = async () => (await calls.giveaways.places({ id, draw: 1 })).list.map(({ state }) => state);
  for (const rank of [1, 3, 5]) await takeOut(rank);
  expect(await states()).toEqual(["declined", "winner", "declined", "winner", "declined"]);
  expect(await back(1)).toMatchObject({
    movedDown: 4,
    msg: `Entry ${numbers[0]} is a winner again. Entry ${numbers[3]} is an alternate again.`,
  });
  expect(await states()).toEqual(["winner", "winner", "declined", "alternate", "declined"]);
  expect((await back(3)).msg).toBe(`Entry ${numbers[2]} is an alternate again.`);
  expect((await back(5)).movedDown).toBeNull();
  expect(await states()).toEqual(["winner", "winner", "alternate", "alternate", "alternate"]);
  expect((await refusalOf(back(1))).message).toMatch(/^You restored entry \d in another window\./);
  expect((await refusalOf(back(9))).status).toBe(404);
  await takeOut(2);
  await calls.giveaways.mailWinners({ id, draw: 1 });
  expect((await refusalOf(back(2))).message).toMatch(/moved up, and the email about the win is queued/);
  await sendDue();
  expect((await refusalOf(back(2))).message).toMatch(/moved up and was already notified by email/);
  expect(await calls.giveaways.verify({ id, draw: 1 })).toMatchObject({ holds: true });
});
