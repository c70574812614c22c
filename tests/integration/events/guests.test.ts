/** Guests of an event: their own page, the waiting list, reminders, and moves by staff. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { jobRows } from "../../support/jobs.ts";
import { outbox } from "../../support/outbox.ts";
import { mirroredCustomer } from "../../support/people.ts";
import {
  downloadOwnRequest,
  downloadRequest,
  linksOf,
  visitOwnRequests,
  visitRequest,
} from "../../support/public-pages.ts";
import { emptyQueue, queuedTasks } from "../../support/queue.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { tokenOfLatest, visit } from "../invitations/visitor.ts";
import { sendDue } from "../mail/support.ts";
import { anEvent, inDays } from "./support.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;
beforeAll(async () => {
  shop = await openTestShop("guests");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());

const NEVER = new AbortController().signal;

async function rowsOf<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  const { database } = await import("~/platform/db/pool.server");
  return (await database().query<Row>(text, values)).rows;
}

let events = 0;

/** An event with invited people. @returns its number, and each person's address and invitation */
async function eventFor(people: number, more: Record<string, unknown> = {}) {
  const { id } = await calls.events.create(anEvent({ active: true, ...more }));
  events += 1;
  const guests: { email: string; id: string; token: string }[] = [];
  for (let number = 1; number <= people; number += 1) {
    const email = `guest${number}.event${events}@guests.example`;
    const body = { email, firstName: `Guest${number}`, lastName: "Example" };
    const { customer } = await calls.events.inviteOne({ params: { eventId: id }, body });
    guests.push({ email, id: customer.id, token: await tokenOfLatest({ id: customer.id, shop: DEMO }) });
  }
  return { id, guests: guests as [(typeof guests)[0], ...typeof guests] };
}

const answer = (token: string, more: Record<string, string> = {}) =>
  visit(token, { form: { firstName: "Ana", lastName: "Guest", ...more } });
const act = (token: string, decision: string) => visitRequest(token, { fields: { decision } });

/** Runs what a worker does after a place became free. */
async function work(): Promise<void> {
  const [{ moveUpGuests }, { finishOpenAcceptances }, { syncEventTags }] = await Promise.all([
    import("~/domain/events/guests/places.server"),
    import("~/domain/invitations/accept/run-acceptance.server"),
    import("~/domain/events/event-tag.server"),
  ]);
  await moveUpGuests.run(DEMO, NEVER);
  await finishOpenAcceptances.run(DEMO, NEVER);
  await syncEventTags.run(DEMO, NEVER);
}

const statesOf = async (eventId: number) => {
  const { list } = await calls.events.inviteList({ eventId });
  return list.toSorted((one, other) => one.email.localeCompare(other.email)).map(({ state }) => state);
};

const tagsAt = async (email: string) => (await mirroredCustomer(email))?.tags;

test("a full event has a waiting list: who cancels leaves a place to the next one, who is emailed once", async () => {
  const { id, guests } = await eventFor(3, { capacity: 1 });
  const [first, second, third] = guests as [(typeof guests)[0], (typeof guests)[0], (typeof guests)[0]];
  const registered = await answer(first.token);
  expect(registered.html).toContain(`/request/${first.token}/`);
  const full = await answer(second.token);
  expect([full.response.status, full.html]).toEqual([409, expect.stringContaining("Join the waiting list")]);
  expect(full.html).toContain('value="Ana"');
  for (const { token } of [second, third])
    expect((await answer(token, { join: "1" })).html).toContain("You are on the waiting list");
  expect((await visit(second.token)).html).toContain("You are on the waiting list");
  const [waitingLink = ""] = await linksOf("event.waiting", third.email);
  expect((await visitRequest(waitingLink)).html).toContain("You are number 2 on the waiting list");
  expect(await calls.events.detail({ id })).toMatchObject({ registered: 1, waiting: 2, canceled: 0 });
  await expect(
    calls.events.inviteOne({
      params: { eventId: id },
      body: { email: second.email, firstName: "A", lastName: "B" },
    }),
  ).rejects.toMatchObject({ status: 409 });

  const [link = ""] = await linksOf("event.registered", first.email);
  const page = await visitRequest(link);
  expect(page.html).toContain("You are registered");
  expect(page.html).toContain("Your code for the entrance");
  for (const secret of [first.email, "Ana", third.email]) expect(page.html).not.toContain(secret);
  expect(await tagsAt(first.email)).toEqual([`event:${id}`]);
  expect((await act(link, "cancel")).html).toContain("Your registration is canceled.");
  expect((await act(link, "cancel")).status).toBe(200);
  await work();
  await work();
  expect(await statesOf(id)).toEqual(["canceled", "accepted", "waiting"]);
  expect(await linksOf("event.place", second.email)).toHaveLength(1);
  expect(await linksOf("event.canceled", first.email)).toHaveLength(1);
  expect(await linksOf("event.place", third.email)).toEqual([]);
  expect([await tagsAt(first.email), await tagsAt(second.email)]).toEqual([[], [`event:${id}`]]);
  expect((await visitRequest(waitingLink)).html).toContain("You are number 1 on the waiting list");

  const customerId = Number((await mirroredCustomer(first.email))?.id);
  const list = await visitOwnRequests({ customerId });
  expect(list.html).toMatch(
    new RegExp(`<p>Canceled, since [^<]+ Every place is taken.</p>.+/requests/event/${first.id}/`, "s"),
  );
  const own = { kind: "event", subject: first.id };
  const calendar = await downloadOwnRequest({ customerId }, own);
  expect(await calendar.text()).toContain("BEGIN:VCALENDAR");
  expect((await visitOwnRequests({ customerId }, { ...own, subject: second.id })).status).toBe(404);

  const confirmed = await visitOwnRequests({ customerId }, own, { decision: "confirm" });
  expect(confirmed.html).toContain("You are number 2 on the waiting list");
  expect(confirmed.html).toContain("See all your requests");
  expect((await act(waitingLink, "cancel")).html).toContain("Canceled");
  expect(await calls.events.detail({ id })).toMatchObject({ registered: 1, waiting: 1, canceled: 1 });
  await sendDue();
  const stale = await outbox({ to: first.email, kind: "Canceled registration for an event" });
  // They wait again, so the email that was not sent yet would not be true.
  expect(stale.map(({ state }) => state)).toEqual(["failed"]);
});

test("a guest that Shopify refuses leaves the place to the next one, and staff see it and try again", async () => {
  const { id, guests } = await eventFor(3, { capacity: 1, name: "Refused guests" });
  const [first, second, third] = guests as [(typeof guests)[0], (typeof guests)[0], (typeof guests)[0]];
  await answer(first.token);
  for (const { token } of [second, third]) await answer(token, { join: "1" });
  const [waitingLink = ""] = await linksOf("event.waiting", second.email);
  await act((await linksOf("event.registered", first.email))[0] ?? "", "cancel");
  const { faults } = shop.localStore.store;
  const { moveUpGuests } = await import("~/domain/events/guests/places.server");
  const { finishOpenAcceptances } = await import("~/domain/invitations/accept/run-acceptance.server");
  faults.setFor(DEMO, "CustomerCreate", { userError: 1 });
  await moveUpGuests.run(DEMO, NEVER);
  await emptyQueue("events.move-up");
  await finishOpenAcceptances.run(DEMO, NEVER);
  // No one waits for the schedule.
  expect(await queuedTasks("events.move-up")).toHaveLength(1);
  faults.reset(DEMO);
  await work();
  expect(await statesOf(id)).toEqual(["canceled", "delivered", "accepted"]);
  expect(await linksOf("event.place", third.email)).toHaveLength(1);
  expect(await linksOf("event.place", second.email)).toEqual([]);
  expect(await calls.events.detail({ id })).toMatchObject({ registered: 1, waiting: 0, refused: 1 });
  const { list } = await calls.events.checkIns({ id, tab: "invited" });
  expect(list).toMatchObject([{ email: second.email, refusal: expect.stringMatching(/./) }]);
  const lineOf = async () =>
    (await calls.desk.open()).lines.find(({ name }) => name === "events-refused-guests");
  expect(await lineOf()).toMatchObject({ count: 1 });
  expect((await visitRequest(waitingLink)).html).toContain("We couldn&#x27;t save your registration.");

  await calls.events.moveGuest({ id, invitationId: second.id, state: "attending", beyondCapacity: true });
  await work();
  expect(await statesOf(id)).toEqual(["canceled", "accepted", "accepted"]);
  expect(await linksOf("event.place", second.email)).toHaveLength(1);
  expect(await calls.events.detail({ id })).toMatchObject({ refused: 0 });
  expect(await lineOf()).toBeUndefined();
});

test("concurrent cancellations and workers give each free place once, in the order of joining", async () => {
  const { id, guests } = await eventFor(9, { capacity: 3 });
  const [attending, waiting] = [guests.slice(0, 3), guests.slice(3)];
  for (const { token } of attending) await answer(token);
  for (const { token } of waiting.toReversed()) await answer(token, { join: "1" });
  const { moveUpGuests } = await import("~/domain/events/guests/places.server");
  // A worker that dies after the move leaves the registration to the next one.
  await Promise.all([
    ...attending.map(async ({ email }) => act((await linksOf("event.registered", email))[0] ?? "", "cancel")),
    moveUpGuests.run(DEMO, NEVER),
    moveUpGuests.run(DEMO, NEVER),
    answer(waiting[0]?.token ?? "", { join: "1" }),
  ]);
  await Promise.all([moveUpGuests.run(DEMO, NEVER), moveUpGuests.run(DEMO, NEVER)]);
  const { finishOpenAcceptances } = await import("~/domain/invitations/accept/run-acceptance.server");
  await Promise.all([finishOpenAcceptances.run(DEMO, NEVER), finishOpenAcceptances.run(DEMO, NEVER)]);
  await work();
  expect(await statesOf(id)).toEqual([
    ...attending.map(() => "canceled"),
    ...["waiting", "waiting", "waiting"],
    ...["accepted", "accepted", "accepted"],
  ]);
  const mails = await Promise.all(waiting.map(({ email }) => linksOf("event.place", email)));
  expect(mails.map(({ length }) => length)).toEqual([0, 0, 0, 1, 1, 1]);
});

test("staff give a place beyond the capacity only on purpose, and a larger capacity moves the list up", async () => {
  const { id, guests } = await eventFor(3, { capacity: 1 });
  const [first, second, third] = guests as [(typeof guests)[0], (typeof guests)[0], (typeof guests)[0]];
  await answer(first.token);
  for (const { token } of [second, third]) await answer(token, { join: "1" });
  const move = (invitationId: string, state: "attending" | "waiting" | "canceled", beyondCapacity = false) =>
    calls.events.moveGuest({ id, invitationId, state, beyondCapacity });
  await expect(move(third.id, "attending")).rejects.toMatchObject({ status: 409, code: "FULL" });
  expect(await move(third.id, "attending", true)).toMatchObject({ before: "waiting" });
  await work();
  expect(await statesOf(id)).toEqual(["accepted", "waiting", "accepted"]);
  expect(await move(third.id, "waiting")).toMatchObject({ before: "attending", state: "waiting" });
  await work();
  // One place, and it is taken: no one moves up, and the guest has their earlier turn.
  expect(await statesOf(id)).toEqual(["accepted", "waiting", "waiting"]);
  expect(await tagsAt(third.email)).toEqual([]);
  expect(await calls.events.checkIns({ id, tab: "waiting" })).toMatchObject({
    list: [{ id: second.id, state: "waiting" }, { id: third.id }],
  });
  await calls.events.change({ id, capacity: 2 });
  await work();
  expect(await statesOf(id)).toEqual(["accepted", "accepted", "waiting"]);
  await move(first.id, "canceled");
  await work();
  expect(await statesOf(id)).toEqual(["canceled", "accepted", "accepted"]);
  expect(await calls.events.guest({ id, invitationId: first.id })).toMatchObject({ state: "canceled" });
  expect(await calls.events.inviteList({ eventId: id, tab: "canceled" })).toMatchObject({
    total: 1,
    list: [{ email: first.email }],
  });
  const [none, one, two] = [0, 1, 2].map((count) => ({ count, exact: true }));
  expect(await calls.events.inviteHits({ eventId: id, search: `guest2.event${events}@` })).toEqual({
    all: one,
    invited: none,
    registered: one,
    waiting: none,
    canceled: none,
  });
  expect(await calls.events.checkInHits({ id, search: `.event${events}@` })).toEqual({
    registered: two,
    came: none,
    waiting: none,
    canceled: one,
    invited: none,
  });
});

test("staff don't put a guest on the waiting list who would move up again immediately", async () => {
  const { id, guests } = await eventFor(3, { capacity: 2 });
  const [first, second, third] = guests as [(typeof guests)[0], (typeof guests)[0], (typeof guests)[0]];
  for (const { token } of [first, second]) await answer(token);
  const wait = (invitationId: string) =>
    calls.events.moveGuest({ id, invitationId, state: "waiting", beyondCapacity: false });
  await expect(wait(second.id)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("A place is free"),
  });
  await answer(third.token, { join: "1" });
  expect(await wait(second.id)).toMatchObject({ before: "attending", state: "waiting" });
  await work();
  expect(await statesOf(id)).toEqual(["accepted", "waiting", "accepted"]);
});

test("those who wait are removed before a removed guest's place becomes free for them", async () => {
  const { id, guests } = await eventFor(4, { capacity: 2 });
  for (const { token } of guests.slice(0, 2)) await answer(token);
  for (const { token } of guests.slice(2)) await answer(token, { join: "1" });
  const { jobId } = await calls.events.removeUsers({ id });
  const items = await jobRows(jobId ?? "");
  expect(
    items
      .slice(0, 2)
      .map(({ label }) => label)
      .toSorted(),
  ).toEqual(guests.slice(2).map(({ email }) => email));
});

test("a guest without an invitation link isn't put on the waiting list, which they would block", async () => {
  const { id, guests } = await eventFor(1);
  const [{ id: invitationId }] = guests;
  await rowsOf("DELETE FROM invitation_links WHERE shop = $1 AND invitation_id = $2", [DEMO, invitationId]);
  await expect(
    calls.events.moveGuest({ id, invitationId, state: "waiting", beyondCapacity: false }),
  ).rejects.toMatchObject({ status: 409, message: expect.stringContaining("Send the invitation again") });
});

test("guests are reminded once the day before, unless the event's switch is off", async () => {
  const { remindGuests } = await import("~/domain/events/guests/remind-guests.server");
  const dates = { dateFrom: inDays(0.9), dateTo: inDays(1) };
  const [on, off, later] = [
    await eventFor(2, dates),
    await eventFor(1, { ...dates, reminds: false }),
    await eventFor(1, { dateFrom: inDays(3), dateTo: inDays(4) }),
  ];
  for (const { guests } of [on, off, later]) await answer(guests[0].token);
  await Promise.all([remindGuests.run(DEMO, NEVER), remindGuests.run(DEMO, NEVER)]);
  await remindGuests.run(DEMO, NEVER);
  const reminders = [on.guests[0], on.guests[1], off.guests[0], later.guests[0]].map(
    async (guest) => (await linksOf("event.reminder", guest?.email ?? "")).length,
  );
  expect(await Promise.all(reminders)).toEqual([1, 0, 0, 0]);
  const [token = ""] = await linksOf("event.reminder", on.guests[0].email);
  expect((await visitRequest(token)).status).toBe(200);

  // Who registers nine hours before may do it on the same day.
  const soon = await eventFor(1, { dateFrom: inDays(0.4), dateTo: inDays(0.5) });
  await answer(soon.guests[0].token);
  await remindGuests.run(DEMO, NEVER);
  const [mail] = await outbox({ to: soon.guests[0].email, kind: "Reminder of an event" });
  expect(mail?.subject).toMatch(/^Reminder: /);
});

test("a guest's email that a deleted event held back is sent when the event is restored", async () => {
  const { id, guests } = await eventFor(1);
  await answer(guests[0].token);
  await calls.events.archive({ id });
  await sendDue();
  const stateOfMail = async () =>
    (await outbox({ to: guests[0].email, kind: "Registration for an event" }))[0]?.state;
  expect(await stateOfMail()).toBe("failed");
  await calls.events.restore({ id });
  const { releaseHeldMails } = await import("~/domain/events/release-held-mails.server");
  await releaseHeldMails.run(DEMO, NEVER);
  await sendDue();
  expect(await stateOfMail()).toBe("sent");
});

test("the calendar file has the event, with folded lines and escaped text", async () => {
  const { guests } = await eventFor(1, {
    name: "Drills; saws, and more",
    description: `First line\nSecond line, ${"ü".repeat(80)}`,
    location: "Hall 4, Main Street 1",
    dateFrom: "2099-03-01T15:00:00Z",
    dateTo: "2099-03-01T18:30:00Z",
  });
  await answer(guests[0].token);
  const response = await downloadRequest(guests[0].token);
  expect(response.headers.get("content-type")).toContain("text/calendar");
  const text = await response.text();
  const lines = text.split("\r\n");
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  const unfolded = text.replaceAll("\r\n ", "").split("\r\n");
  expect(unfolded).toEqual(
    expect.arrayContaining([
      "DTSTART:20990301T150000Z",
      "DTEND:20990301T183000Z",
      "SUMMARY:Drills\\; saws\\, and more",
      "LOCATION:Hall 4\\, Main Street 1",
      `DESCRIPTION:First line\\nSecond line\\, ${"ü".repeat(80)}`,
    ]),
  );
  expect(text).not.toContain(guests[0].email);
});
