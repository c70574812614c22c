import { afterAll, beforeAll, expect, test } from "vitest";
import { activity } from "../../support/activity.ts";
import { signedInCalls } from "../../support/calls.ts";
import { openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { refusalOf } from "../console/two-shops.ts";
import { auditsAbout } from "../mail/support.ts";
import { anEvent, callsWith, inDays } from "./support.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;
beforeAll(async () => {
  shop = await openTestShop("events");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());

test("an event is created with the shop's next number as its creator's draft, once per operation id", async () => {
  const request = { ...anEvent({ name: "  First  " }), operationId: "create-event-1" };
  const [first, same] = await Promise.all([calls.events.create(request), calls.events.create(request)]);
  expect(same).toEqual(first);
  const corrected = calls.events.create({ ...request, capacity: 5 });
  expect(await refusalOf(corrected)).toMatchObject({
    status: 409,
    message: "This operation id was used for another event. Reload the page and try again.",
  });
  expect(first).toMatchObject({ name: "First", active: false, isDeleted: false, createdBy: 1, version: 1 });
  const second = await calls.events.create(anEvent());
  expect(second.id).toBe(first.id + 1);
  const elsewhere = await (await signedInCalls(shop, "1", SECOND)).events.create(anEvent());
  expect(elsewhere.id).toBe(1);
  const { list } = await calls.events.list();
  expect(list.map(({ id }) => id)).toEqual([second.id, first.id]);
  expect(await activity("event.created")).toHaveLength(2);
  expect(await activity("event.created", SECOND)).toHaveLength(1);
});

test("dates are read as the form writes them, in the shop's time zone", async () => {
  const event = await calls.events.create(
    anEvent({ dateFrom: "07/04/2027 9:00:00 AM", dateTo: "07/04/2027 11:30:15 PM" }),
  );
  expect(event).toMatchObject({
    dateFrom: "2027-07-04T13:00:00.000Z",
    dateTo: "2027-07-05T03:30:15.000Z",
  });
});

test("a form that shows an hour that is there twice doesn't move the event to the first one", async () => {
  const dates = { dateFrom: "2026-11-01T06:30:00.000Z", dateTo: "2026-11-01T08:00:00.250Z" };
  const { id } = await calls.events.create(anEvent(dates));
  const shown = { dateFrom: "11/01/2026 1:30:00 AM", dateTo: "11/01/2026 3:00:00 AM" };
  const { event, changed } = await calls.events.change({ id, ...shown, name: "Night" });
  expect(changed).toEqual(["name"]);
  expect(event).toMatchObject(dates);
});

test("an invalid value is refused at its field with the specified message", async () => {
  const problems = async (more: object) =>
    (
      (await refusalOf(calls.events.create(anEvent(more as Record<string, unknown>)))).data as {
        fieldErrors: object;
      }
    ).fieldErrors;
  expect(await problems({ name: " ", description: "" })).toEqual({
    name: "Event Name not valid.",
    description: "Event Description not valid.",
  });
  expect(await problems({ dateFrom: "02/30/2027 9:00:00 AM", dateTo: "soon" })).toEqual({
    dateFrom: "Event Date From not valid.",
    dateTo: "Event Date To not valid.",
  });
  expect(await problems({ dateTo: inDays(364) })).toEqual({ dateTo: "Event Date To not valid." });
  expect(Object.keys(await problems({ capacity: 0 }))).toEqual(["capacity"]);
  for (const location of ["x".repeat(256), "Hall 4\nMain Street"])
    expect(Object.keys(await problems({ location }))).toEqual(["location"]);
  expect(Object.keys(await problems({ rsvpBy: inDays(367) }))).toEqual(["rsvpBy"]);
});

test("a change keeps omitted fields, and a stale version is refused with the name of the other editor", async () => {
  const { id, version } = await calls.events.create(anEvent());
  const { event, changed } = await calls.events.change({ id, version, active: true, capacity: 30 });
  expect(changed).toEqual(["published", "capacity"]);
  expect(event).toMatchObject({ name: "Workshop", active: true, capacity: 30, version: version + 1 });
  const late = await refusalOf(calls.events.change({ id, version, name: "Mine" }));
  expect(late.status).toBe(409);
  expect(late.message).toMatch(/^You changed this event in another window while you were editing it\./);
  const colleague = await callsWith(shop, "3", ["showEvents"]);
  const theirs = await refusalOf(colleague.events.change({ id, version, name: "Theirs" }));
  expect(theirs.message).toMatch(/^Olivia Owner changed this event while you were editing it\./);
  expect((await calls.events.change({ id, version: version + 1, active: true })).changed).toEqual([]);
  expect((await auditsAbout("event.changed")).at(-1)).toMatchObject({
    before: { published: "Draft", capacity: "" },
    after: { published: "Published", capacity: "30" },
    flag: "showEvents",
  });
});

test("an event has a location, which can be changed and taken away, and is in its history", async () => {
  const { id, version, location } = await calls.events.create(anEvent({ location: " Hall 4 " }));
  expect(location).toBe("Hall 4");
  expect(await calls.events.detail({ id })).toMatchObject({ location: "Hall 4" });
  expect((await calls.events.change({ id, version, capacity: 3 })).event.location).toBe("Hall 4");
  const { event, changed } = await calls.events.change({ id, location: "" });
  expect([event.location, changed]).toEqual(["", ["location"]]);
  expect((await activity("event.changed")).at(-1)).toMatchObject({
    before: { Location: "Hall 4" },
    after: { Location: "" },
  });
});

test("a deleted event leaves the lists, can't be changed or invited to, and can be restored", async () => {
  const { id } = await calls.events.create(anEvent({ name: "Gone soon" }));
  await calls.events.archive({ id });
  await calls.events.archive({ id });
  const names = async (part: "events" | "deleted") =>
    (await calls.events.page({ part, search: "gone soon" })).rows.map(({ name }) => name);
  expect(await names("events")).toEqual([]);
  expect(await names("deleted")).toEqual(["Gone soon"]);
  expect(await calls.events.hits({ search: "gone soon" })).toMatchObject({ events: { count: 0 } });
  expect((await calls.events.list()).list.map((event) => event.id)).not.toContain(id);
  const refused = await refusalOf(calls.events.change({ id, name: "Not this" }));
  expect([refused.status, refused.message]).toEqual([
    409,
    expect.stringMatching(/^You deleted this event in another window\. Your changes weren't saved\./),
  ]);
  const person = { email: "a@guests.example", firstName: "A", lastName: "B" };
  const invited = calls.events.inviteOne({ params: { eventId: id }, body: person });
  expect((await refusalOf(invited)).status).toBe(404);
  expect((await refusalOf(calls.events.report({ id }))).status).toBe(404);
  await calls.events.restore({ id });
  expect(await names("events")).toEqual(["Gone soon"]);
  expect(await activity("event.deleted")).toHaveLength(1);
});

test("the list pages by ten in each sort order without repeating or hiding a row, and filters published events", async () => {
  const mine = await signedInCalls(shop, "1", SECOND);
  for (let index = 0; index < 13; index += 1)
    await mine.events.create(anEvent({ name: `E${index % 3}`, dateFrom: inDays(20), active: index < 2 }));
  for (const sort of ["dateFrom desc", "name asc", "id desc"]) {
    const first = await mine.events.page({ sort });
    expect(first).toMatchObject({ hasNextPage: true, hasPreviousPage: false, total: { count: 14 } });
    expect(first.rows).toHaveLength(10);
    const second = await mine.events.page({ sort, direction: "next", last_id: first.nextCursor ?? "" });
    expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(14);
    const back = await mine.events.page({
      sort,
      direction: "previous",
      last_id: second.previousCursor ?? "",
    });
    expect(back.rows).toEqual(first.rows);
  }
  expect((await mine.events.page({ part: "published" })).rows).toHaveLength(2);
  expect((await refusalOf(mine.events.page({ sort: "description asc" }))).status).toBe(400);
});

test("every call needs the flag", async () => {
  const without = await callsWith(shop, "3", ["showCredits"]);
  expect((await refusalOf(without.events.list())).status).toBe(403);
  const granted = await callsWith(shop, "3", ["showEvents"]);
  expect((await granted.events.list()).list.length).toBeGreaterThan(0);
  expect((await granted.events.figure()).text).toMatch(/^\d+ upcoming events?$/);
});
