import { afterAll, beforeAll, expect, test } from "vitest";
import { activity } from "../../support/activity.ts";
import { signedInCalls } from "../../support/calls.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { refusalOf } from "../console/two-shops.ts";
import { callsWith } from "../events/support.ts";
import { auditsAbout } from "../mail/support.ts";
import { fill, keyOf, readResultFile, registerAll, visit, work } from "./support.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;
beforeAll(async () => {
  shop = await openTestShop("giveaways");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());

test("creation stores the input and the signed-in administrator, once per operation id", async () => {
  const request = {
    admin: "4711",
    name: "  Summer  ",
    description: null,
    startDate: "01/02/2027",
    endDate: "2027-12-31T23:00:00.000Z",
    registrationCount: 100,
    operationId: "one-operation",
  };
  const { status, msg, giveaway } = await calls.giveaways.create(request);
  expect({ status, msg }).toEqual({ status: true, msg: "Summer is created." });
  expect(giveaway).toMatchObject({
    name: "Summer",
    description: null,
    startDate: "2027-01-02",
    endDate: "2027-12-31",
    registrationCount: 100,
    registered: 0,
    drawn: 0,
    version: 1,
    link: expect.stringMatching(/\/apps\/backroom\/giveaway\/[\w-]{16}\/$/),
  });
  const again = await calls.giveaways.create(request);
  expect(again.giveaway.id).toBe(giveaway.id);
  const corrected = calls.giveaways.create({ ...request, registrationCount: 50 });
  expect(await refusalOf(corrected)).toMatchObject({
    status: 409,
    message: "This operation id was used for another giveaway. Reload the page and try again.",
  });
  expect(await auditsAbout("giveaway.created")).toMatchObject([{ actor_id: "1", flag: "showGiveaways" }]);
});

test.each([
  ["a name of spaces", { name: " " }, "name"],
  ["a day that is none", { name: "A", startDate: "02/30/2027" }, "startDate"],
  ["words for a day", { name: "A", endDate: "tomorrow" }, "endDate"],
  ["an end before the start", { name: "A", startDate: "02/02/2027", endDate: "02/01/2027" }, "endDate"],
  ["a broken number", { name: "A", registrationCount: 1.5 }, "registrationCount"],
  ["a negative number", { name: "A", registrationCount: -1 }, "registrationCount"],
])("%s is refused, at its field", async (_what, fields, field) => {
  const refusal = await refusalOf(calls.giveaways.create(fields as { name: string }));
  expect(refusal.status).toBe(400);
  expect(Object.keys((refusal.data as { fieldErrors: object }).fieldErrors)).toEqual([field]);
});

test("a change keeps omitted fields, null clears one, and a stale version is refused", async () => {
  const { giveaway } = await calls.giveaways.create({
    name: "Change",
    endDate: "01/01/2030",
    registrationCount: 0,
  });
  expect(giveaway.registrationCount).toBeNull();
  const { id, version } = giveaway;
  const changed = await calls.giveaways.change({ id, version, description: "New", endDate: null });
  expect(changed.giveaway).toMatchObject({ name: "Change", description: "New", endDate: null, version: 2 });
  const late = await refusalOf(calls.giveaways.change({ id, version, name: "Mine" }));
  expect(late.status).toBe(409);
  expect(late.message).toMatch(/^You changed this giveaway in another window while you were editing it\./);
  expect((await calls.giveaways.change({ id, name: "Change" })).msg).toBe("Change has no changes.");
  expect((await activity("giveaway.changed")).at(-1)).toMatchObject({
    before: { Description: "", "End date": "01/01/2030" },
    after: { Description: "New", "End date": "" },
  });
  expect((await refusalOf(calls.giveaways.change({ id: 999, name: "No" }))).status).toBe(404);
});

test("a deleted giveaway leaves the lists, can't be changed, and can be restored", async () => {
  const { giveaway } = await calls.giveaways.create({ name: "Gone soon" });
  const { id } = giveaway;
  expect((await calls.giveaways.remove({ id })).msg).toBe("Gone soon is deleted.");
  await calls.giveaways.remove({ id });
  const found = async () => (await calls.giveaways.list({ search: "gone soon" })).total;
  expect(await found()).toBe(0);
  expect((await calls.giveaways.names()).list.map((one) => one.id)).not.toContain(id);
  expect((await visit(keyOf(giveaway))).status).toBe(404);
  const refused = await refusalOf(calls.giveaways.change({ id, name: "No" }));
  expect([refused.status, refused.message]).toEqual([
    409,
    expect.stringMatching(/^You deleted this giveaway in another window\. Your changes weren't saved\./),
  ]);
  await calls.giveaways.restore({ id });
  expect(await found()).toBe(1);
  expect((await visit(keyOf(giveaway))).status).toBe(200);
  expect(await activity("giveaway.deleted")).toHaveLength(1);
});

test("the list pages in each sort order, searches name and description, and covers one shop", async () => {
  const mine = await signedInCalls(shop, "1", SECOND);
  for (let index = 0; index < 13; index += 1)
    await mine.giveaways.create({ name: `G${index % 3}`, description: index < 2 ? "50%_off" : null });
  for (const sortField of ["name", "startDate", "createdDate", "registered"] as const) {
    const query = { sortField, sortOrder: "desc" as const };
    const first = await mine.giveaways.list(query);
    expect(first).toMatchObject({ status: true, hasPrevious: false, hasNext: true, total: 13 });
    const second = await mine.giveaways.list({ ...query, page: 2 });
    expect(second).toMatchObject({ hasPrevious: true, hasNext: false });
    expect(new Set([...first.list, ...second.list].map(({ id }) => id)).size).toBe(13);
  }
  const names = (await mine.giveaways.list({})).list.map(({ name }) => name);
  expect(names).toEqual([...names].sort());
  expect((await mine.giveaways.list({ search: "50%_OFF" })).total).toBe(2);
  expect((await calls.giveaways.list({ search: "50%_OFF" })).total).toBe(0);
  expect((await refusalOf(mine.giveaways.list({ sortField: "version" as "name" }))).status).toBe(400);
});

test("a search finds a name by its own letters, also those that have several lowercase forms", async () => {
  for (const name of ["ΜΕΛΟΣ", "İzmir"]) {
    await calls.giveaways.create({ name });
    expect((await calls.giveaways.list({ search: name })).list).toMatchObject([{ name }]);
  }
});

test("the figure counts the giveaways that are open, without full ones", async () => {
  const open = async () => Number.parseInt((await calls.giveaways.figure()).text, 10);
  const before = await open();
  const { giveaway } = await calls.giveaways.create({ name: "For one", registrationCount: 1 });
  expect(await open()).toBe(before + 1);
  await registerAll(keyOf(giveaway), ["only@x.example"]);
  expect(await open()).toBe(before);
});

test("calls need the flag, and another shop's giveaway isn't found", async () => {
  const without = await callsWith(shop, "3", ["showCredits"]);
  expect((await refusalOf(without.giveaways.list({}))).status).toBe(403);
  const granted = await callsWith(shop, "3", ["showGiveaways"]);
  expect((await granted.giveaways.list({})).total).toBeGreaterThan(0);
  expect((await granted.giveaways.figure()).text).toMatch(/^\d+ open giveaways?$/);
  const second = await signedInCalls(shop, "1", SECOND);
  const { giveaway } = await second.giveaways.create({ name: "Theirs" });
  const ids = (await calls.giveaways.list({ pageSize: 50 })).list.map(({ id }) => id);
  expect(ids).not.toContain(giveaway.id);
  expect((await refusalOf(calls.giveaways.detail({ id: giveaway.id }))).status).toBe(404);
});

test("the report counts by state and day within its dates, and its workbook lists all entrants", async () => {
  const { giveaway } = await calls.giveaways.create({ name: "Reported" });
  const { id } = giveaway;
  await registerAll(keyOf(giveaway), ["a@x.example", "b@x.example", "c@x.example"]);
  const { database } = await import("~/platform/db/pool.server");
  await database().query(
    "UPDATE giveaway_entrants SET registered_at = '2026-03-01T04:30:00Z' WHERE shop = $1 AND giveaway_id = $2 AND number = 1",
    [DEMO, id],
  );
  await calls.giveaways.disqualify({ id, number: 2, reason: "=1+1" });
  const request = { id, admin: "1", name: "Reported", operationId: "report-once-please" };
  const [whole, again] = await Promise.all([
    calls.giveaways.report(request),
    calls.giveaways.report(request),
  ]);
  expect(again.jobId).toBe(whole.jobId);
  const otherDays = calls.giveaways.report({ ...request, startDate: "02/28/2026" });
  expect((await refusalOf(otherDays)).status).toBe(409);
  expect(whole.report.registered).toBe(3);
  expect(whole.report.states).toEqual(
    expect.arrayContaining([
      { state: "Registered", count: 2 },
      { state: "Disqualified", count: 1 },
    ]),
  );
  // New York's day, not Greenwich's.
  expect(whole.report.days[0]).toEqual({ day: "2026-02-28", count: 1 });
  const early = await calls.giveaways.report({ id, startDate: "02/28/2026", endDate: "02/28/2026" });
  expect(early.report.registered).toBe(1);
  expect(await work(whole.jobId)).toMatchObject({ state: "done", message: "3 rows." });
  const { read, utils } = await import("xlsx");
  const book = read(await readResultFile(whole.jobId));
  const rows = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ""] as never, { header: 1 });
  expect(rows[0]).toEqual(["Report on Reported"]);
  expect(rows.flat().join("\n")).toContain("Entries: 3");
  expect(rows.at(-2)?.slice(2, 7)).toEqual(["Ana Martin", "b@x.example", 1, "Disqualified", "=1+1"]);
  const { jobId } = await calls.giveaways.draw({ id, winners: 1, alternates: 1 });
  await work(jobId);
  await calls.giveaways.mailWinners({ id, draw: 1 });
  const drawn = await calls.giveaways.report({ id });
  await work(drawn.jobId);
  const later = read(await readResultFile(drawn.jobId));
  expect(later.SheetNames).toEqual(["Giveaway report", "Winners"]);
  const winners = utils.sheet_to_json<string[]>(later.Sheets.Winners as never, { header: 1 });
  expect(winners.map((row) => [row[0], row[1], row[3], row[5], row[6]])).toEqual([
    ["Draw", "Drawn as", "Name", "State", "Emailed"],
    [1, 1, "Ana Martin", "Winner", "Queued"],
    [1, 2, "Ana Martin", "Alternate", "No"],
  ]);
  const wrong = calls.giveaways.report({ id, startDate: "03/02/2026", endDate: "03/01/2026" });
  expect((await refusalOf(wrong)).message).toBe("The End Date must not be before the Start Date.");
  expect((await refusalOf(calls.giveaways.report({ id: 999 }))).status).toBe(404);
});

test("the report lists everyone who was drawn, however many they are", async () => {
  const { giveaway } = await calls.giveaways.create({ name: "Drawn often" });
  const { id } = giveaway;
  await fill(id, 1);
  const { database } = await import("~/platform/db/pool.server");
  await database().query(
    `INSERT INTO giveaway_places (shop, giveaway_id, draw, rank, number, state)
     SELECT $1, $2, (n - 1) / 2000 + 1, (n - 1) % 2000 + 1, 1, 'alternate' FROM generate_series(1, 20001) AS n`,
    [DEMO, id],
  );
  const { jobId } = await calls.giveaways.report({ id });
  expect(await work(jobId)).toMatchObject({ state: "done", message: "20,002 rows." });
  const { read, utils } = await import("xlsx");
  const { Winners } = read(await readResultFile(jobId)).Sheets;
  const rows = utils.sheet_to_json<string[]>(Winners as never, { header: 1 });
  expect(rows).toHaveLength(20_002);
  expect(rows.at(-1)?.slice(0, 3)).toEqual([11, 1, 1]);
  expect((await activity("report.created")).at(-1)?.after).toMatchObject({
    "Giveaway report": "1 row",
    Winners: "20,001 rows",
  });
});
