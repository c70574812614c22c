import { afterAll, beforeAll, expect, test } from "vitest";
import { findText } from "../../guarantees/support/tables.ts";
import { grantAccess, signedInCalls } from "../../support/calls.ts";
import { refreshMirror, registerStudent } from "../../support/people.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;
/** An administrator who works on national partners only. */
let other: Awaited<ReturnType<typeof signedInCalls>>;

beforeAll(async () => {
  shop = await openTestShop("notes");
  calls = await signedInCalls(shop);
  await signedInCalls(shop, "3");
  await grantAccess("3", ["showNational"]);
  other = await signedInCalls(shop, "3");
});
afterAll(() => shop.close());

/** A student, and of other kinds by these tags. */
async function registered(name: string, ...tags: string[]): Promise<string> {
  const id = await registerStudent(shop.localStore, { name, tags: ["UserType:Student", "Pending", ...tags] });
  await refreshMirror([id]);
  return String(id);
}
const textsOn = async (id: string) => (await calls.notes.list({ id })).notes.map(({ text }) => text);

test("everyone who may open the card reads notes, newest first, with author and time", async () => {
  const id = await registered("Nina Noted", "np:acme");
  await calls.notes.add({ id, text: "  Called on Monday.\nCalls back. " });
  await other.notes.add({ id, text: "Wrote a letter." });
  const { notes } = await other.notes.list({ id });
  expect(notes).toMatchObject([
    { text: "Wrote a letter.", author: { name: "Nora Novak" }, isOwn: true, editedAt: null },
    { text: "Called on Monday.\nCalls back.", author: { name: "Olivia Owner" }, isOwn: false },
  ]);
});

test("a flag for other customers than the card's opens no notes", async () => {
  const id = await registered("Stan Student");
  const note = await calls.notes.add({ id, text: "About a student" });
  for (const refused of [
    () => other.notes.list({ id }),
    () => other.notes.add({ id, text: "Mine" }),
    () => other.notes.change({ id: note.id, text: "Mine", version: 1 }),
    () => other.notes.remove({ id: note.id }),
  ])
    await expect(refused()).rejects.toMatchObject({
      status: 403,
      message: expect.not.stringContaining("Olivia"),
    });
  expect(await textsOn(id)).toEqual(["About a student"]);
});

test("a repeated operation adds one note, and is refused with another note's id", async () => {
  const [id, elsewhere] = [await registered("Otto Once"), await registered("Else Where")];
  const once = { text: "Once", operationId: "operation-once" };
  const [first, again] = await Promise.all([
    calls.notes.add({ id, ...once }),
    calls.notes.add({ id, ...once }),
  ]);
  expect(again.id).toBe(first.id);
  expect(await textsOn(id)).toEqual(["Once"]);
  for (const other of [
    { id: elsewhere, ...once },
    { id, ...once, text: "Once more" },
  ])
    await expect(calls.notes.add(other)).rejects.toMatchObject({ status: 409 });
  expect(await textsOn(id)).toEqual(["Once"]);
  await calls.notes.change({ id: first.id, text: "Edited", version: first.version });
  expect(await calls.notes.add({ id, ...once })).toMatchObject({ id: first.id, text: "Edited" });
  expect(await textsOn(id)).toEqual(["Edited"]);
});

test("only its author changes, deletes and restores a note, and each change is recorded", async () => {
  const id = await registered("Cleo Changed", "np:acme");
  const note = await calls.notes.add({ id, text: "First" });
  for (const refused of [
    () => other.notes.change({ id: note.id, text: "Mine", version: 1 }),
    () => other.notes.remove({ id: note.id }),
    () => other.notes.restore({ id: note.id }),
  ])
    await expect(refused()).rejects.toMatchObject({
      status: 403,
      message: "Olivia Owner wrote this note. Only who wrote a note may change or delete it.",
    });
  const changed = await calls.notes.change({ id: note.id, text: "Second", version: note.version });
  expect(changed.editedAt).not.toBeNull();
  expect(await calls.notes.change({ id: note.id, text: "Second", version: note.version })).toEqual(changed);
  await expect(
    calls.notes.change({ id: note.id, text: "Third", version: note.version }),
  ).rejects.toMatchObject({ status: 409 });
  await calls.notes.remove({ id: note.id });
  await calls.notes.remove({ id: note.id });
  expect(await textsOn(id)).toEqual([]);
  await expect(
    calls.notes.change({ id: note.id, text: "Third", version: changed.version + 1 }),
  ).rejects.toMatchObject({ status: 404 });
  await calls.notes.restore({ id: note.id });
  expect(await textsOn(id)).toEqual(["Second"]);
  const { rows } = await calls.activity.ofSubject({ subjectType: "customer", subjectId: id });
  expect(rows.map(({ what, changes }) => [what, changes])).toEqual([
    ["Restored a note on a person", [{ field: "Note", before: "", after: "Second" }]],
    ["Deleted a note on a person", [{ field: "Note", before: "Second", after: "" }]],
    ["Changed a note on a person", [{ field: "Note", before: "First", after: "Second" }]],
    ["Added a note on a person", [{ field: "Note", before: "", after: "First" }]],
  ]);
});

test.each([
  ["empty", "  "],
  ["too long", "x".repeat(2_001)],
])("a note that is %s is refused at its field", async (what, text) => {
  const id = await registered(`Emma ${what}`);
  await expect(calls.notes.add({ id, text })).rejects.toMatchObject({
    status: 400,
    data: { fieldErrors: { text: expect.any(String) } },
  });
  expect(await textsOn(id)).toEqual([]);
});

test("a customer with more than 200 notes has the latest ones, and the answer says that there are older ones", async () => {
  const id = await registered("Mary Many");
  const { database } = await import("~/platform/db/pool.server");
  const insertNotes = `INSERT INTO customer_notes (shop, id, customer_id, text, author_id, author_name, created_at, operation_id)
    SELECT $1, gen_random_uuid(), $2, 'Older', '1', 'Olivia Owner', timestamptz '2026-01-01', gen_random_uuid()::text FROM generate_series(1, $3::int)`;
  await database().query(insertNotes, [DEMO, id, 199]);
  await calls.notes.add({ id, text: "Latest" });
  expect(await calls.notes.list({ id })).toMatchObject({ notes: { length: 200 }, hasMore: false });
  await database().query(insertNotes, [DEMO, id, 1]);
  const { notes, hasMore } = await calls.notes.list({ id });
  expect([notes.length, notes[0]?.text, hasMore]).toEqual([200, "Latest", true]);
});

test("notes on unknown customers are refused, and another shop's notes aren't shown", async () => {
  await expect(calls.notes.add({ id: "999999999", text: "x" })).rejects.toMatchObject({ status: 404 });
  const id = await registered("Dana Demo");
  const note = await calls.notes.add({ id, text: "Only here" });
  const second = await signedInCalls(shop, "1", SECOND);
  expect((await second.notes.list({ id })).notes).toEqual([]);
  await expect(second.notes.remove({ id: note.id })).rejects.toMatchObject({ status: 404 });
  await expect(second.notes.add({ id, text: "x" })).rejects.toMatchObject({ status: 404 });
});

test("erasing a person deletes their notes and removes their address from other notes", async () => {
  const id = await registerStudent(shop.localStore, { name: "Erik Erased", email: "erik.gone@x.example" });
  await refreshMirror([id]);
  const friend = await registered("Fred Friend");
  await calls.notes.add({ id: String(id), text: "A canary of his own" });
  const mention = await calls.notes.add({ id: friend, text: "Shares erik.gone@x.example with him" });
  await calls.notes.change({ id: mention.id, text: "Has ERIK.GONE@x.example too", version: 1 });
  await calls.notes.add({ id: friend, text: "Not of anyerik.gone@x.example" });
  const { redactCustomer } = await import("../../support/erasure.ts");
  await redactCustomer(DEMO, { id, email: "erik.gone@x.example" });
  expect(await textsOn(friend)).toEqual(["Not of anyerik.gone@x.example", "Erased"]);
  expect(await findText("A canary of his own")).toEqual([]);
  expect(await findText("Shares erik.gone")).toEqual([]);
  expect(await findText("Has erik.gone")).toEqual([]);
});
