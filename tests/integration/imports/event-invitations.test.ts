import { afterAll, beforeAll, expect, test } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { refreshMirror, registerStudent } from "../../support/people.ts";
import { openTestShop, type TestShop } from "../../support/test-shop.ts";
import { refusalOf } from "../console/two-shops.ts";
import { anEvent } from "../events/support.ts";
import { type Calls, check, rowsOf, runImport, undo } from "./support.ts";

let shop: TestShop;
let calls: Calls;
beforeAll(async () => {
  shop = await openTestShop("import_event_invitations");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());

const query = async (text: string, values: unknown[] = []) =>
  (await import("~/platform/db/pool.server")).database().query(text, values);

test("people are invited to the import's event, missing names come from known customers, and an undo removes the invitations", async () => {
  const { id: eventId } = await calls.events.create(anEvent());
  const id = await registerStudent(shop.localStore, { name: "Cleo Customer", email: "cleo@event.example" });
  const dan = await registerStudent(shop.localStore, { name: "Dan Customer", email: "dan@event.example" });
  await refreshMirror([id, dan]);
  const file = { kind: "invitations-event", columns: ["email", "first_name", "last_name"] };
  const rows = [
    ["ann@event.example", "Ann", "Lee"],
    ["cleo@event.example", "", ""],
    ["bo@event.example", "", ""],
    ["dan@event.example", "Daniel", ""],
    ["nonsense", "", ""],
    ["ANN@event.example", "", ""],
  ];
  const given = { event_id: String(eventId) };
  expect(await refusalOf(check(calls, { ...file, rows }))).toMatchObject({
    status: 400,
    message: "Set defaults.event_id to the event that this import is for.",
  });
  const elsewhere = await check(calls, { ...file, rows, defaults: { event_id: "99" } });
  expect((await rowsOf(calls, elsewhere.id))[0]?.problems).toMatchObject([
    { sentence: expect.stringContaining("This event doesn't exist.") },
  ]);

  const run = await check(calls, { ...file, rows, defaults: given });
  expect([run.givenName, elsewhere.givenName]).toEqual(["Workshop", null]);
  const verdicts = ["create", "create", "create", "create", "refused", "duplicate"];
  expect((await rowsOf(calls, run.id)).map(({ verdict }) => verdict)).toEqual(verdicts);
  expect((await runImport(calls, run.id)).map(({ state }) => state)).toEqual(Array(4).fill("done"));
  const invitees = async () => (await calls.events.inviteList({ eventId })).list.map(({ name }) => name);
  expect((await invitees()).toSorted()).toEqual(["Ann Lee", "Cleo Customer", "Daniel Customer", "bo Guest"]);
  expect((await undo(calls, run.id)).map(({ state }) => state)).toEqual(Array(4).fill("done"));
  expect(await invitees()).toEqual([]);

  await calls.events.archive({ id: eventId });
  const late = await check(calls, { ...file, rows: rows.slice(0, 1), defaults: given });
  expect((await rowsOf(calls, late.id))[0]?.problems).toMatchObject([
    { sentence: "This event was canceled." },
  ]);
});

test("the placeholders of an earlier invitation don't complete a name", async () => {
  const { id: eventId } = await calls.events.create(anEvent({ active: true }));
  const id = await registerStudent(shop.localStore, { name: "Dora Known", email: "dora@event.example" });
  const file = {
    kind: "invitations-event",
    columns: ["email", "first_name", "last_name"],
    defaults: { event_id: String(eventId) },
  };
  const unnamed = ["ann.b", "bo", "dora"].map((name) => [`${name}@event.example`, "", ""]);
  await runImport(calls, (await check(calls, { ...file, rows: unnamed })).id);
  await refreshMirror([id]);
  await query("UPDATE invitations SET last_invited_at = now() - interval '11 minutes'");
  const rows = [
    ["ann.b@event.example", "Ann", ""],
    ["bo@event.example", "", "Lee"],
    ["dora@event.example", "Theodora", ""],
  ];
  const { id: importId } = await check(calls, { ...file, rows });
  expect((await rowsOf(calls, importId)).map(({ problems }) => problems[0]?.sentence)).toEqual([
    "Last Name not valid.",
    "First Name not valid.",
    undefined,
  ]);
  await runImport(calls, importId);
  const { list } = await calls.events.inviteList({ eventId });
  expect(list.map(({ name }) => name).toSorted()).toEqual(["Theodora Known", "ann.b Guest", "bo Guest"]);
});

test("an undo keeps a person who was checked in since", async () => {
  const { id: eventId } = await calls.events.create(anEvent({ active: true }));
  const run = await check(calls, {
    kind: "invitations-event",
    columns: ["email", "first_name", "last_name"],
    rows: ["came", "stayed-away"].map((name) => [`${name}@event.example`, "Ann", "Lee"]),
    defaults: { event_id: String(eventId) },
  });
  await runImport(calls, run.id);
  const { list } = await calls.events.inviteList({ eventId, search: "came@event.example" });
  await calls.events.checkIn({ id: eventId, invitationId: list[0]?.id ?? "" });
  expect((await undo(calls, run.id)).map(({ state, message }) => [state, message])).toEqual([
    ["skipped", "They were checked in, so the invitation stays."],
    ["done", "The invitation was removed."],
  ]);
  const came = await calls.events.checkIns({ id: eventId, tab: "came" });
  expect(came.list.map(({ email }) => email)).toEqual(["came@event.example"]);
});

test("the check of an event's file refuses what the write would refuse: a full event and half a name", async () => {
  const { id: eventId } = await calls.events.create(anEvent({ active: true, capacity: 2 }));
  const guest = (n: number, names = ["Ann", "Lee"]) => [`full${n}@event.example`, ...names];
  const file = {
    kind: "invitations-event",
    columns: ["email", "first_name", "last_name"],
    defaults: { event_id: String(eventId) },
  };
  const first = await check(calls, {
    ...file,
    rows: [guest(1), guest(2), guest(3), guest(4, ["Ann", ""]), guest(5, ["", "Lee"])],
  });
  const checked = await rowsOf(calls, first.id);
  expect(checked.map(({ verdict, problems }) => [verdict, problems[0]?.sentence])).toEqual([
    ...Array(3).fill(["create", undefined]),
    ["refused", "Last Name not valid."],
    ["refused", "First Name not valid."],
  ]);
  // The write agrees with the check.
  expect(first.warning).toBe("The event has 2 places left for 3 people. The first to register get them.");
  expect((await runImport(calls, first.id)).map(({ state }) => state)).toEqual(["done", "done", "done"]);
  await query("UPDATE invitations SET state = 'accepted' WHERE group_id = $1 AND email <> $2", [
    String(eventId),
    "full3@event.example",
  ]);

  const full = await check(calls, { ...file, rows: [6, 7, 8, 9, 10].map((n) => guest(n)) });
  expect(full.counts).toMatchObject({ create: 0, refused: 5 });
  expect((await rowsOf(calls, full.id))[0]?.problems).toMatchObject([
    { sentence: "This event is full: every place has been taken." },
  ]);
  expect(await refusalOf(calls.imports.start({ id: full.id }))).toMatchObject({ status: 409 });
});
