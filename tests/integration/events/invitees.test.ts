import { readXlsx } from "hucre";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { findCustomer } from "../../../local-store/data/find-customers.ts";
import { activity } from "../../support/activity.ts";
import { signedInCalls } from "../../support/calls.ts";
import { refreshMirror, registerStudent } from "../../support/people.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";
import { refusalOf } from "../console/two-shops.ts";
import { arrivedAt, auditsAbout, sendDue } from "../mail/support.ts";
import { anEvent, callsWith, inDays, register, startAccepting, work } from "./support.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;
beforeAll(async () => {
  shop = await openTestShop("invitees");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());

const newEvent = async (more: Record<string, unknown> = {}) => (await calls.events.create(anEvent(more))).id;
const person = (name: string) => ({ email: `${name}@guests.example`, firstName: name, lastName: "Guest" });
const inviteOne = async (eventId: number, name: string) =>
  (await calls.events.inviteOne({ params: { eventId }, body: person(name) })).customer;
const listed = async (eventId: number, query: object = {}) =>
  (await calls.events.inviteList({ eventId, ...query })).list.map(({ email }) => email.split("@")[0]);

test("a person is invited with either spelling, the list shows store and date, and the mail names the event", async () => {
  const eventId = await newEvent({ name: "Summer fair", rsvpBy: inDays(300) });
  const ann = await inviteOne(eventId, "ann");
  expect(ann).toMatchObject({ name: "ann Guest", store: "Backroom Demo", state: "queued", problem: null });
  const body = { email: "bob@guests.example", first_name: "Bob", last_name: "Guest" };
  // biome-ignore lint/suspicious/noExplicitAny: the other spelling, which only the wire knows
  await calls.events.inviteOne({ params: { eventId }, body: body as any });
  await sendDue();
  const [mail] = await arrivedAt(shop, "bob@guests.example");
  expect(mail?.email.subject).toBe("You are invited: Summer fair");
  expect(mail?.email.text).toContain("Please register by ");
  const page = await calls.events.inviteList({ eventId });
  expect(page).toMatchObject({ hasPrevious: false, hasNext: false, total: 2 });
  expect(page.list.map(({ name }) => name)).toEqual(["Bob Guest", "ann Guest"]);
  const again = calls.events.inviteOne({ params: { eventId }, body: person("ann") });
  expect((await refusalOf(again)).status).toBe(409);
  const wrong = calls.events.inviteOne({
    params: { eventId },
    body: { email: "x@y.z, q@y.com", firstName: "", lastName: " " },
  });
  expect((await refusalOf(wrong)).data).toEqual({
    fieldErrors: {
      email: "Email not valid.",
      firstName: "First Name not valid.",
      lastName: "Last Name not valid.",
    },
  });
});

test("the list filters by registration, part of the address, and day of invitation", async () => {
  const eventId = await newEvent();
  const [cid] = [await inviteOne(eventId, "cid"), await inviteOne(eventId, "dan")];
  await register(cid.id);
  expect(await listed(eventId, { registered: "1" })).toEqual(["cid"]);
  expect(await listed(eventId, { registered: "0" })).toEqual(["dan"]);
  expect(await listed(eventId, { search: "DAN@" })).toEqual(["dan"]);
  expect(await listed(eventId, { search: "01-01-2001" })).toEqual([]);
  const [day, month, year] = new Intl.DateTimeFormat("en-GB", { timeZone: "America/New_York" })
    .format(new Date())
    .split("/");
  expect(await listed(eventId, { search: `${day}-${month}-${year}` })).toHaveLength(2);
  expect(await listed(eventId, { pageSize: 1, page: 2 })).toEqual(["cid"]);
  const elsewhere = await signedInCalls(shop, "1", SECOND);
  expect((await refusalOf(elsewhere.events.inviteList({ eventId }))).status).toBe(404);
  expect(await calls.events.detail({ id: eventId })).toMatchObject({ invited: 2, registered: 1 });
});

test("several people are invited as objects or addresses, each once, with an outcome each", async () => {
  const eventId = await newEvent();
  await inviteOne(eventId, "eve");
  const id = await registerStudent(shop.localStore, { name: "Fay Known", email: "fay@guests.example" });
  await refreshMirror([id]);
  const body = [
    "fay@guests.example",
    "gus@guests.example",
    { email: "invalid" },
    person("eve"),
    person("Gus"),
  ];
  const query = { operationId: "invite-several" };
  const { jobId, count } = await calls.events.inviteMany({ params: { eventId }, query, body });
  expect(count).toBe(4);
  expect(await calls.events.inviteMany({ params: { eventId }, query, body })).toEqual({
    jobId,
    count,
    isPublished: false,
  });
  await work(jobId);
  const { rows } = await calls.jobs.items({ id: jobId });
  expect(rows.map(({ label, state, message }) => [label, state, message])).toEqual([
    ["fay@guests.example", "done", "Invited: the mail server accepted the email."],
    ["gus@guests.example", "done", "Invited: the mail server accepted the email."],
    ["invalid", "failed", "Email not valid."],
    ["eve@guests.example", "skipped", expect.stringMatching(/was invited .* ago/)],
  ]);
  const { list } = await calls.events.inviteList({ eventId });
  expect(list.map(({ name }) => name).toSorted()).toEqual(["Fay Known", "eve Guest", "gus Guest"]);
  await calls.events.change({ id: eventId, rsvpBy: inDays(-1) });
  const late = calls.events.inviteMany({ params: { eventId }, body: ["late@guests.example"] });
  expect((await refusalOf(late)).message).toBe("The time to register for this event has passed.");
});

test("a person without names may have null in their place", async () => {
  const eventId = await newEvent();
  const names = { firstName: null, lastName: null, first_name: null, last_name: null };
  const body = [{ email: "ida@guests.example", ...names }, person("Jo")];
  const { jobId } = await calls.events.inviteMany({ params: { eventId }, body });
  await work(jobId);
  const { list } = await calls.events.inviteList({ eventId });
  expect(list.map(({ name }) => name).toSorted()).toEqual(["Jo Guest", "ida Guest"]);
});

test("an overlong address fails in its own row, and its job stores a truncated value", async () => {
  const eventId = await newEvent();
  const body = [
    `${"x".repeat(100_000)}@x.example`,
    { email: `${"y".repeat(100_000)}@x.example` },
    "hal@guests.example",
  ];
  const { jobId } = await calls.events.inviteMany({ params: { eventId }, body });
  await work(jobId);
  const { rows } = await calls.jobs.items({ id: jobId });
  expect(rows.map(({ state, message }) => [state, message])).toEqual([
    ["failed", "Email not valid."],
    ["failed", "Email not valid."],
    ["done", "Invited: the mail server accepted the email."],
  ]);
  for (const { label } of rows) expect(label.length).toBeLessThan(300);
});

test("a person who registers while all invitees are removed loses the event's tag too", async () => {
  const [{ removeUsersJob }, { withShop }, { lockInvitation }] = await Promise.all([
    import("~/functions/events/remove-users.server"),
    import("~/platform/db/with-shop.server"),
    import("~/domain/invitations/invitation.server"),
  ]);
  const eventId = await newEvent();
  const customerId = await registerStudent(shop.localStore, { name: "Kim", tags: [`event:${eventId}`] });
  const kim = await inviteOne(eventId, "kim");
  const context = {
    shop: DEMO,
    administrator: { id: "1", name: "Olivia Owner" },
    signal: new AbortController().signal,
  } as Parameters<typeof removeUsersJob.run>[1];
  let removing: ReturnType<typeof removeUsersJob.run> | undefined;
  await withShop(DEMO, async (tx) => {
    await lockInvitation(tx, DEMO, "event", kim.id);
    removing = removeUsersJob.run({ invitationId: kim.id }, context);
    await expect.poll(countWaitingSessions).toBe(1);
    await tx.$client.query(
      "UPDATE invitations SET state = 'accepted', accepted_at = now(), customer_id = $3 WHERE shop = $1 AND id = $2",
      [DEMO, kim.id, customerId],
    );
  });
  expect(await removing).toEqual({ state: "done", message: "Removed." });
  expect((await findCustomer(shop.localStore.store.pool, DEMO, customerId))?.tags).toEqual([]);
  expect(await listed(eventId)).toEqual([]);
});

test("removing all invitees removes their links, registrations and the event's tag in the store", async () => {
  const eventId = await newEvent();
  const customerId = await registerStudent(shop.localStore, {
    name: "Ina Here",
    tags: [`event:${eventId}`, "Other"],
  });
  const [ina, jon] = [await inviteOne(eventId, "ina"), await inviteOne(eventId, "jon")];
  await register(ina.id, customerId);
  await calls.events.checkIn({ id: eventId, invitationId: ina.id });
  const operationId = "remove-all-invitees";
  const { jobId, count } = await calls.events.removeUsers({ id: eventId, operationId });
  expect(count).toBe(2);
  expect(await calls.events.removeUsers({ id: eventId, operationId })).toEqual({ jobId, count });
  // So that it isn't sent before its turn.
  const { database } = await import("~/platform/db/pool.server");
  await database().query("UPDATE mails SET next_attempt_at = 'infinity' WHERE to_email = $1", [jon.email]);
  await work(jobId ?? "");
  await database().query("UPDATE mails SET next_attempt_at = now() WHERE to_email = $1", [jon.email]);
  expect(await listed(eventId)).toEqual([]);
  // As after a lost answer.
  expect(await calls.events.removeUsers({ id: eventId, operationId })).toEqual({ jobId, count });
  expect(await calls.events.detail({ id: eventId })).toMatchObject({
    invited: 0,
    registered: 0,
    checkedIn: 0,
  });
  expect((await findCustomer(shop.localStore.store.pool, DEMO, customerId))?.tags).toEqual(["Other"]);
  await sendDue();
  expect(await arrivedAt(shop, jon.email)).toEqual([]);
  expect((await inviteOne(eventId, "ina")).state).toBe("queued");
  expect(await calls.events.removeUsers({ id: await newEvent() })).toEqual({ jobId: null, count: 0 });
});

test("a person who is registering isn't removed until their registration has ended", async () => {
  const eventId = await newEvent();
  const { id } = await inviteOne(eventId, "pia");
  await startAccepting(id);
  const { jobId } = await calls.events.removeUsers({ id: eventId });
  await work(jobId ?? "");
  expect((await calls.jobs.items({ id: jobId ?? "" })).rows).toMatchObject([
    { state: "failed", message: "This person is registering right now. Retry this row in a minute." },
  ]);
  expect(await listed(eventId)).toEqual(["pia"]);
  const { database } = await import("~/platform/db/pool.server");
  await database().query("DELETE FROM invitation_acceptances WHERE invitation_id = $1", [id]);
  await calls.jobs.retry({ id: jobId ?? "" });
  await work(jobId ?? "");
  expect(await listed(eventId)).toEqual([]);
});

test("the report is mailed with its workbook to the administrator who requests it, once a minute", async () => {
  // In the middle of a minute: a request shortly before its end, and the next one after it, would rightly be two. In the past: the
  // email is sent by the real clock.
  vi.setSystemTime(Math.floor(Date.now() / 60_000) * 60_000 - 30_000);
  const eventId = await newEvent({ name: "=Fair", dateFrom: inDays(300), dateTo: inDays(301) });
  const [kim] = [await inviteOne(eventId, "kim"), await inviteOne(eventId, "lea")];
  await register(kim.id);
  const { jobId, to } = await calls.events.report({ id: eventId });
  expect(await calls.events.report({ id: eventId })).toEqual({ jobId, to });
  await work(jobId);
  vi.useRealTimers();
  await sendDue();
  const [mail, ...more] = (await arrivedAt(shop, to)).filter(({ subject }) => subject === "Report on =Fair");
  expect(more).toEqual([]);
  const [file] = mail?.email.attachments ?? [];
  expect(file?.filename).toMatch(/^Event_Report_Fair_\d{8}T\d{6}Z\.xlsx$/);
  const dates = /\d\d\/\d\d\/\d{4} \d{1,2}:\d\d [AP]M E[SD]T to \d\d\/\d\d\/\d{4} \d{1,2}:\d\d [AP]M E[SD]T/;
  expect(mail?.email.text).toMatch(dates);
  const book = await readXlsx(new Uint8Array(file?.content as ArrayBuffer));
  const rows = book.sheets[0]?.rows ?? [];
  expect(rows.slice(2, 4).flat().filter(Boolean)).toEqual([
    expect.stringMatching(/^Created on .+ \(America\/New_York\)$/),
    expect.stringMatching(dates),
  ]);
  expect(rows[8]).toEqual([
    "CusEmail",
    "CusFirstName",
    "CusLastName",
    "RegisterCustomer",
    "InvEmail",
    "InvFirstName",
    "InvLastName",
    "name",
    "dateFrom",
    "dateTo",
  ]);
  const people = rows.slice(9).toSorted((a, b) => String(a[4]).localeCompare(String(b[4])));
  expect(people.map((row) => row.slice(0, 8))).toEqual([
    ["kim@guests.example", "kim", "Guest", "true", "kim@guests.example", "kim", "Guest", "=Fair"],
    [null, null, null, "false", "lea@guests.example", "lea", "Guest", "=Fair"],
  ]);
  expect((await auditsAbout("report.created")).at(-1)).toMatchObject({ flag: "showEvents" });
});

test("an attendee is checked in once, the check-in can be undone, and the sheet lists all registered people", async () => {
  const eventId = await newEvent();
  const [mia, ned] = [await inviteOne(eventId, "mia"), await inviteOne(eventId, "ned")];
  await register(mia.id);
  const which = { id: eventId, invitationId: ned.id };
  const [first, second] = await Promise.all([calls.events.checkIn(which), calls.events.checkIn(which)]);
  expect([first.isNew, second.isNew].toSorted()).toEqual([false, true]);
  expect({ ...second, isNew: first.isNew }).toEqual(first);
  expect(first).toMatchObject({ isRegistered: false, checkedInBy: "Olivia Owner", isOwn: true });
  const colleague = await callsWith(shop, "3", ["showEvents"]);
  expect(await colleague.events.checkIn(which)).toMatchObject({ isNew: false, isOwn: false });
  expect(await activity("event.checked in")).toHaveLength(2);
  const tab = async (name: "registered" | "came" | "invited") =>
    (await calls.events.checkIns({ id: eventId, tab: name })).list.map(({ email }) => email);
  expect(await tab("registered")).toEqual([mia.email]);
  expect(await tab("came")).toEqual([ned.email]);
  expect((await calls.events.checkInRows({ id: eventId })).rows).toHaveLength(2);
  await calls.events.undoCheckIn(which);
  expect(await tab("came")).toEqual([]);
  const elsewhere = { id: await newEvent(), invitationId: ned.id };
  expect((await refusalOf(calls.events.checkIn(elsewhere))).status).toBe(404);
});
