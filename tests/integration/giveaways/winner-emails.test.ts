/** The emails to the winners of a draw. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { MailRefused } from "~/connectors/mail/port";
import type { Flag } from "~/platform/auth/permission";
import { signedInCalls } from "../../support/calls.ts";
import { outbox } from "../../support/outbox.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { callsWith } from "../events/support.ts";
import { arrivedAt, blockAddress, mailRow, pauseIsOver, sendDue } from "../mail/support.ts";
import { draw, people, withEntrants } from "./support.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;
beforeAll(async () => {
  shop = await openTestShop("winner_emails");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());

test("winners and their replacements are notified once", async () => {
  const { id } = await withEntrants(calls, "Told", people(3, "told"));
  await draw(calls, id, { winners: 2, alternates: 1 });
  expect((await calls.giveaways.mailWinners({ id, draw: 1 })).count).toBe(2);
  expect(await calls.giveaways.mailWinners({ id, draw: 1 })).toMatchObject({
    count: 0,
    msg: "No winner is left to notify.",
  });
  await sendDue();
  await calls.giveaways.changePlace({ id, draw: 1, rank: 1, state: "declined", reason: "No time" });
  expect((await calls.giveaways.drawDetail({ id, draw: 1 })).untold).toBe(1);
  expect((await calls.giveaways.mailWinners({ id, draw: 1 })).msg).toBe("1 person will get an email.");
  const mails = (await outbox({ kind: "Giveaway won" })).filter(({ subject }) => subject.endsWith(": Told"));
  expect(mails.map(({ to }) => to.email).toSorted()).toEqual(people(3, "told"));
  expect(mails[0]?.text).toContain("Hello Ana,");
  const seenWith = async (flag: Flag) => {
    const { mail } = await callsWith(shop, "3", [flag]);
    return (await mail.list({ search: "told1@x.example" })).rows.map(({ kind }) => kind);
  };
  expect(await seenWith("showGiveaways")).toContain("Giveaway won");
  expect(await seenWith("showEvents")).toEqual([]);
});

test("a winner who is removed before the email leaves isn't told that they have won", async () => {
  const { id } = await withEntrants(calls, "Removed", people(3, "removed"));
  await draw(calls, id, { winners: 2, alternates: 0 });
  const [first, second] = (await calls.giveaways.places({ id, draw: 1 })).list;
  await calls.giveaways.mailWinners({ id, draw: 1 });
  const declined = { id, draw: 1, rank: 1, state: "declined" as const, reason: "No time" };
  await calls.giveaways.changePlace(declined);
  await calls.giveaways.disqualify({ id, number: second?.number as number, reason: "Found out later" });
  await sendDue();
  const wins = async ({ email = "" } = {}) =>
    (await arrivedAt(shop, email)).filter(({ subject }) => subject === "You have won: Removed");
  expect([await wins(first), await wins(second)]).toEqual([[], []]);
  const places = (await calls.giveaways.places({ id, draw: 1 })).list;
  expect(places.map(({ isTold, mailProblem }) => [isTold, mailProblem])).toEqual([
    [false, null],
    [true, expect.stringContaining("no longer takes part")],
  ]);
  await calls.giveaways.putBack({ id, draw: 1, rank: 1 });
  expect((await calls.giveaways.mailWinners({ id, draw: 1 })).count).toBe(1);
  await sendDue();
  expect(await wins(first)).toHaveLength(1);
});

test("no email about a deleted giveaway is sent, and each is sent when it is restored", async () => {
  const email = "deleted@x.example";
  const { id } = await withEntrants(calls, "Deleted", [email]);
  await draw(calls, id, { winners: 1 });
  await calls.giveaways.mailWinners({ id, draw: 1 });
  await calls.giveaways.remove({ id });
  await sendDue();
  const subjects = async () => (await arrivedAt(shop, email)).map(({ subject }) => subject);
  const about = async () => (await subjects()).filter((subject) => subject?.endsWith(": Deleted")).toSorted();
  expect(await about()).toEqual([]);
  await calls.giveaways.restore({ id });
  await sendDue();
  expect(await about()).toEqual(["You have won: Deleted", "You take part: Deleted"]);
  expect((await calls.giveaways.places({ id, draw: 1 })).list).toMatchObject([
    { isTold: true, mailProblem: null },
  ]);
});

test("a test of the email about a win is sent, although it is about no winner", async () => {
  const wording = { subject: "You have won", body: "Hello {{name}}\n{{link}}" };
  const { id } = await calls.mailSettings.sendTest({ id: "giveaway.won", ...wording });
  await sendDue();
  expect(await mailRow(id)).toMatchObject({ state: "sent" });
});

test("winners who no longer take part are neither counted nor emailed, and blocked addresses are named", async () => {
  const emails = people(4, "counted");
  const { id } = await withEntrants(calls, "Counted", emails);
  await draw(calls, id, { winners: 4, alternates: 0 });
  const [out, erased, blocked] = (await calls.giveaways.places({ id, draw: 1 })).list;
  await calls.giveaways.disqualify({ id, number: out?.number as number, reason: "Found out later" });
  const { redactCustomer } = await import("../../support/erasure.ts");
  await redactCustomer(DEMO, { id: 79, email: erased?.email as string, phone: null });
  await blockAddress(blocked?.email as string);
  expect((await calls.giveaways.drawDetail({ id, draw: 1 })).untold).toBe(2);
  expect(await calls.giveaways.mailWinners({ id, draw: 1 })).toMatchObject({
    count: 1,
    blocked: 1,
    msg: "1 person will get an email. 1 person gets no email, because an earlier one bounced. When the address works again, allow email to it on the Mail page.",
  });
  expect((await calls.giveaways.drawDetail({ id, draw: 1 })).untold).toBe(0);
});

test("a winner is shown as emailed when the email was sent, not when it was queued", async () => {
  const { id } = await withEntrants(calls, "Queued", people(1, "queued"));
  await draw(calls, id, { winners: 1 });
  const place = async () => (await calls.giveaways.places({ id, draw: 1 })).list[0];
  await calls.giveaways.mailWinners({ id, draw: 1 });
  expect(await place()).toMatchObject({ isTold: false, isMailQueued: true, mailProblem: null });
  await sendDue();
  expect(await place()).toMatchObject({ isTold: true, isMailQueued: false, mailProblem: null });
});

test("a winner is restored although the replacement's email bounced, and the replacement can be emailed again", async () => {
  const { id } = await withEntrants(calls, "Came back", ["a@bounce.example", "b@bounce.example"]);
  await draw(calls, id, { winners: 1, alternates: 1 });
  const declined = { id, draw: 1, rank: 1, state: "declined" as const, reason: "No time" };
  await calls.giveaways.changePlace(declined);
  await calls.giveaways.mailWinners({ id, draw: 1 });
  await sendDue();
  expect(await calls.giveaways.putBack({ id, draw: 1, rank: 1 })).toMatchObject({ movedDown: 2 });
  const [, second] = (await calls.giveaways.places({ id, draw: 1 })).list;
  expect(second).toMatchObject({ state: "alternate", isTold: false, mailProblem: null });
  expect((await calls.giveaways.changePlace(declined)).movedUp).toBe(2);
  // The address is blocked, because the first email bounced.
  expect(await calls.giveaways.mailWinners({ id, draw: 1 })).toMatchObject({ count: 0, blocked: 1 });
});

test("an alternate whose email bounced can be emailed again, also when they were removed before the winner was restored", async () => {
  const { id } = await withEntrants(calls, "Removed first", [
    "r1@bounce.example",
    "r2@bounce.example",
    "r3@bounce.example",
  ]);
  await draw(calls, id, { winners: 1, alternates: 2 });
  const decline = (rank: number) =>
    calls.giveaways.changePlace({ id, draw: 1, rank, state: "declined", reason: "No time" });
  await decline(1);
  await calls.giveaways.mailWinners({ id, draw: 1 });
  await sendDue();
  expect((await decline(2)).movedUp).toBe(3);
  expect(await calls.giveaways.putBack({ id, draw: 1, rank: 1 })).toMatchObject({ movedDown: 3 });
  await calls.giveaways.putBack({ id, draw: 1, rank: 2 });
  const [, second] = (await calls.giveaways.places({ id, draw: 1 })).list;
  expect(second).toMatchObject({ state: "alternate", isTold: false, mailProblem: null });
  expect((await decline(1)).movedUp).toBe(2);
  // The address is blocked, because the first email bounced.
  expect(await calls.giveaways.mailWinners({ id, draw: 1 })).toMatchObject({ count: 0, blocked: 1 });
});

/** Sends a winner's email. They are removed while it is being sent, it fails, and it is due again. @returns its id */
async function removeWhileSending(email: string, remove: () => Promise<unknown>): Promise<string> {
  const [{ id: mailId = "" } = {}] = await outbox({ to: email, kind: "Giveaway won" });
  await sendDue({
    send: async ({ to, subject }) => {
      if (to.email !== email || !subject.startsWith("You have won")) return;
      await remove();
      throw new MailRefused("later", "The mail server doesn't answer.");
    },
  });
  await pauseIsOver(mailId);
  return mailId;
}

test("an email whose winner is removed while it is being sent isn't sent again, unless they are restored", async () => {
  const email = "restored@x.example";
  const { id } = await withEntrants(calls, "Restored", [email]);
  await draw(calls, id, { winners: 1 });
  await calls.giveaways.mailWinners({ id, draw: 1 });
  const wins = async () =>
    (await arrivedAt(shop, email)).filter(({ subject }) => subject === "You have won: Restored");
  const mailId = await removeWhileSending(email, () =>
    calls.giveaways.changePlace({ id, draw: 1, rank: 1, state: "declined", reason: "No time" }),
  );
  await sendDue();
  expect(await mailRow(mailId)).toMatchObject({
    state: "failed",
    last_error: expect.stringContaining("no longer a winner"),
  });
  expect((await calls.mail.sendAgain({ ids: [mailId] })).refused).toMatchObject([{ id: mailId }]);
  expect(await wins()).toEqual([]);

  await calls.giveaways.putBack({ id, draw: 1, rank: 1 });
  await sendDue();
  expect(await wins()).toHaveLength(1);
  expect(await mailRow(mailId)).toMatchObject({ state: "sent", last_error: null });
});

test("an alternate whose withdrawn email waited for another attempt can be emailed when they move up again", async () => {
  const { id } = await withEntrants(calls, "Withdrawn", people(2, "withdrawn"));
  await draw(calls, id, { winners: 1, alternates: 1 });
  const { email = "" } = (await calls.giveaways.places({ id, draw: 1 })).list[1] ?? {};
  const decline = (rank: number) =>
    calls.giveaways.changePlace({ id, draw: 1, rank, state: "declined", reason: "No time" });
  await decline(1);
  await calls.giveaways.mailWinners({ id, draw: 1 });
  const mailId = await removeWhileSending(email, () => decline(2));
  for (const rank of [1, 2]) await calls.giveaways.putBack({ id, draw: 1, rank });
  await sendDue();
  expect(await mailRow(mailId)).toMatchObject({ state: "failed" });
  expect((await decline(1)).movedUp).toBe(2);
  expect((await calls.giveaways.mailWinners({ id, draw: 1 })).count).toBe(1);
  await sendDue();
  const wins = (await arrivedAt(shop, email)).filter(({ subject }) => subject === "You have won: Withdrawn");
  expect(wins).toHaveLength(1);
});

test("a winner whose email isn't delivered isn't shown as emailed", async () => {
  const { id } = await withEntrants(calls, "Gone", ["won@bounce.example"]);
  await draw(calls, id, { winners: 1 });
  const [before] = (await calls.giveaways.places({ id, draw: 1 })).list;
  expect(before).toMatchObject({ isTold: false, mailProblem: null });
  await calls.giveaways.mailWinners({ id, draw: 1 });
  await sendDue();
  const [place] = (await calls.giveaways.places({ id, draw: 1 })).list;
  expect(place).toMatchObject({ isTold: true, mailProblem: expect.stringMatching(/./) });
});
