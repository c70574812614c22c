import { afterAll, beforeAll, expect, test } from "vitest";
import type { Schedule } from "~/platform/jobs/task.server";
import { plansOf } from "../../support/plans.ts";
import { DEMO, openTwoShops, refusalOf, SECOND, type TwoShops } from "./two-shops.ts";

let shops: TwoShops;
const JOB = "11111111-1111-4111-8111-111111111111";

/** 30 decisions on customers 1 to 30 by Sam (in a job: 1 to 3), a setting of the owner's, and something of Nora's own. */
beforeAll(async () => {
  shops = await openTwoShops("activity");
  const insert = `INSERT INTO audit_entries (shop, actor_id, actor_name, action, subject_type, subject_id, before, after, job_id, flag, at)
    VALUES (current_setting('app.shop'), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;
  const decided = { before: { status: "Pending" }, after: { status: "Disabled" } };
  for (let id = 1; id <= 30; id++) {
    await shops.query(insert, [
      "2",
      "Sam Students",
      "registration.decided",
      "customer",
      String(id),
      decided.before,
      decided.after,
      id <= 3 ? JOB : null,
      "showStudents",
      id <= 10 ? "2026-03-09T03:59:59Z" : "2026-03-09T04:00:00Z",
    ]);
  }
  const later = "2026-03-10T12:00:00Z";
  const setting = [
    { key: "mtdUsers", value: false },
    { key: "mtdUsers", value: true },
  ];
  await shops.query(insert, [
    "1",
    "Olive Owner",
    "setting.changed",
    "shop",
    "x",
    ...setting,
    null,
    null,
    later,
  ]);
  await shops.query(insert, [
    "3",
    "Nora Nothing",
    "job.cancelled",
    "job",
    JOB,
    null,
    null,
    null,
    null,
    later,
  ]);
  await shops.query(
    `INSERT INTO customers (shop, id, display_name, email, created_at, updated_at) VALUES
     (current_setting('app.shop'), 7, 'Ann Lee', 'ann_100%@students.example', now(), now())`,
  );
});
afterAll(() => shops.close());

const allOf = async (id: string, input = {}, shop?: string) =>
  (await shops.as(id, shop)).activity.list(input);
const idsOf = (page: { rows: { subject: { id: string } }[] }) =>
  page.rows.map(({ subject }) => Number(subject.id));

test("the owner sees all entries, newest first, in the same pages of 25 forwards and backwards", async () => {
  const first = await allOf("1");
  expect(first.rows.map(({ action }) => action).slice(0, 3)).toEqual([
    "job.cancelled",
    "setting.changed",
    "registration.decided",
  ]);
  expect(first).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
  expect(first.rows).toHaveLength(25);
  const second = await allOf("1", { direction: "next", last_id: first.nextCursor });
  expect(idsOf(second)).toEqual([7, 6, 5, 4, 3, 2, 1]);
  expect(second).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
  const back = await allOf("1", { direction: "previous", last_id: second.previousCursor });
  expect(back.rows).toEqual(first.rows);
});

test("others see only the entries of their functions and their own", async () => {
  const sam = await allOf("2");
  expect(new Set(sam.rows.map(({ action }) => action))).toEqual(new Set(["registration.decided"]));
  const nora = await allOf("3");
  expect(nora.rows.map(({ action }) => action)).toEqual(["job.cancelled"]);
  expect((await (await shops.as("3")).activity.people()).people.map(({ id }) => id)).toEqual(["3"]);
  expect((await (await shops.as("1")).activity.people()).people.map(({ id }) => id)).toEqual(["3", "1", "2"]);
  const timeline = { subjectType: "customer" as const, subjectId: "7" };
  expect((await (await shops.as("3")).activity.ofSubject(timeline)).rows).toEqual([]);
  expect((await (await shops.as("2")).activity.ofSubject(timeline)).rows).toHaveLength(1);
});

test("the second shop sees nothing of the first", async () => {
  for (const id of ["1", "2", "3"]) {
    expect((await allOf(id, {}, SECOND)).rows).toEqual([]);
    const calls = await shops.as(id, SECOND);
    expect((await calls.activity.ofSubject({ subjectType: "customer", subjectId: "7" })).rows).toEqual([]);
    expect((await calls.activity.people()).people).toEqual([]);
  }
});

test("the list filters by person, kind, day in the shop's time zone, and subject", async () => {
  expect((await allOf("1", { person: "3" })).rows).toHaveLength(1);
  expect((await allOf("1", { kind: "setting.changed" })).rows).toHaveLength(1);
  // New York's clocks went forward on the 8th: that day ended at 04:00 UTC.
  expect(idsOf(await allOf("1", { day: "08-03-2026" }))).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect((await allOf("1", { day: "09-03-2026" })).rows).toHaveLength(20);
  expect(idsOf(await allOf("1", { search: "7" }))).toEqual([7]);
  expect(idsOf(await allOf("1", { search: "ann lee" }))).toEqual([7]);
  expect(idsOf(await allOf("1", { search: "ANN_100%" }))).toEqual([7]);
  expect(idsOf(await allOf("1", { search: "annx100" }))).toEqual([]);
  expect((await allOf("1", { search: JOB })).rows.map(({ subject }) => subject.id)).toEqual([
    JOB,
    "3",
    "2",
    "1",
  ]);
  expect((await allOf("1", { search: JOB, person: "3" })).rows).toHaveLength(1);
});

test("an entry uses the console's terms", async () => {
  const [decision] = (await allOf("1", { search: "7" })).rows;
  expect(decision).toMatchObject({
    who: { id: "2", name: "Sam Students" },
    what: "Decided on a registration",
    subject: {
      type: "customer",
      name: "Ann Lee",
      url: "/customers/7",
    },
    changes: [{ field: "Status", before: "Pending", after: "Rejected" }],
  });
  const [setting] = (await allOf("1", { kind: "setting.changed" })).rows;
  expect(setting?.changes).toEqual([{ field: "MTD Users", before: "Off", after: "On" }]);
});

test("an entry names records and administrators that no longer exist, and never shows their ids", async () => {
  const [gone] = (await allOf("1", { search: "8" })).rows;
  expect(gone?.subject).toMatchObject({ id: "8", name: "A deleted customer" });
  await shops.query(
    `INSERT INTO audit_entries (shop, actor_id, actor_name, action, subject_type, subject_id, flag)
     VALUES (current_setting('app.shop'), '77', '', 'job.paused', 'administrator', '78', 'showStudents')`,
  );
  const calls = await shops.as("1");
  const { rows, name } = await calls.activity.ofSubject({ subjectType: "administrator", subjectId: "78" });
  expect(name).toBe("A former administrator");
  expect(rows).toMatchObject([
    { who: { name: "An administrator without a name" }, subject: { name: "A former administrator" } },
  ]);
});

test("a history says when no customer has the id, and not of a customer without changes", async () => {
  await shops.query(
    `INSERT INTO customers (shop, id, display_name, created_at, updated_at)
     VALUES (current_setting('app.shop'), 50, 'Without Changes', now(), now())`,
  );
  const isUnknown = async (subjectId: string, shop = DEMO) => {
    const { activity } = await shops.as("1", shop);
    return (await activity.ofSubject({ subjectType: "customer", subjectId })).isUnknown;
  };
  expect(await isUnknown("50")).toBe(false);
  // Of a deleted customer, there are entries.
  expect(await isUnknown("8")).toBe(false);
  for (const id of ["51", "anything"]) expect(await isUnknown(id)).toBe(true);
  expect(await isUnknown("50", SECOND)).toBe(true);
  const { activity } = await shops.as("1");
  expect(await activity.ofSubject({ subjectType: "filterCollection", subjectId: "51" })).toMatchObject({
    rows: [],
    isUnknown: false,
  });
});

test("a history leads to its earlier changes and back", async () => {
  const [{ timelinePage }, { activityList }, { readListState }] = await Promise.all([
    import("~/functions/activity/filter"),
    import("~/functions/activity/filter"),
    import("~/platform/list"),
  ]);
  await shops.query(
    `INSERT INTO audit_entries (shop, actor_id, actor_name, action, subject_type, subject_id, flag)
     SELECT current_setting('app.shop'), '2', 'Sam Students', 'registration.decided', 'customer', '9000', 'showStudents'
       FROM generate_series(1, 30)`,
  );
  const { activity } = await shops.as("1");
  const subject = { type: "customer", id: "9000" };
  const open = async (url: string) => {
    const { direction, cursor } = readListState(new URL(url, "https://backroom.example"), activityList);
    const page = { subjectType: "customer", subjectId: "9000", direction, last_id: cursor } as const;
    return timelinePage(subject, await activity.ofSubject(page));
  };
  const latest = await open("/activity/customer/9000");
  expect(latest).toMatchObject({ entries: { length: 25 }, laterUrl: null });
  const earlier = await open(latest.earlierUrl ?? "");
  expect(earlier).toMatchObject({ entries: { length: 5 }, earlierUrl: null });
  expect((await open(earlier.laterUrl ?? "")).entries).toEqual(latest.entries);
});

test("invalid input is refused with a message", async () => {
  const inputs = [
    { day: "31-02-2026" },
    { last_id: "x" },
    { last_id: "99999999999999999999" },
    { search: "x".repeat(61) },
    { kind: "x" },
    { search: "a\0b" },
    { person: "\0" },
  ];
  for (const input of inputs) expect((await refusalOf(allOf("1", input))).status).toBe(400);
});

test("a cursor is only valid for the filter that it was issued for", async () => {
  const { nextCursor } = await allOf("1");
  expect(nextCursor).not.toBeNull();
  const page = { direction: "next", last_id: nextCursor };
  expect((await allOf("1", page)).rows).not.toEqual([]);
  for (const filter of [
    { person: "2" },
    { kind: "registration.decided" },
    { day: "09-03-2026" },
    { search: "7" },
  ])
    expect(await refusalOf(allOf("1", { ...filter, ...page }))).toMatchObject({
      status: 400,
      message: expect.stringContaining("another list or search"),
    });
  expect((await refusalOf(allOf("1", page, SECOND))).status).toBe(400);
});

test("the owner verifies the audit log and sees entries that were changed outside Backroom", async () => {
  const [{ proveAudit }, { database }] = await Promise.all([
    import("~/core/audit/prove.server"),
    import("~/platform/db/pool.server"),
  ]);
  const calls = await shops.as("1");
  const proved = async () => {
    await calls.activity.prove();
    await proveAudit.run(DEMO, new AbortController().signal);
    return (await calls.activity.proof()).proof;
  };
  expect((await calls.activity.proof()).proof).toBeNull();
  await calls.settings.change({ switches: { mtdUsers: true } });
  expect(await proved()).toMatchObject({ faults: [], erased: 0, entries: expect.any(Number) });

  // As the tables' owner, past every trigger.
  await database().query(
    `BEGIN; SET LOCAL session_replication_role = 'replica';
     UPDATE audit_entries SET actor_name = 'Another Name' WHERE action = 'setting.changed' AND shop = '${DEMO}'; COMMIT`,
  );
  const found = await proved();
  expect(found?.faults).toContainEqual({
    where: expect.stringMatching(/^entry \d+$/),
    what: "was changed after it was written",
  });
  expect((await refusalOf((await shops.as("2")).activity.proof())).status).toBe(403);
});

test("an entry that is committed after many others of all shops is sealed", async () => {
  const [{ sealAudit }, { database }, { shopsDue }] = await Promise.all([
    import("~/core/audit/prove.server"),
    import("~/platform/db/pool.server"),
    import("~/platform/jobs/task.server"),
  ]);
  const add = `INSERT INTO audit_entries (shop, actor_id, actor_name, action, subject_type, subject_id)
    VALUES ('${DEMO}', '1', 'Olive Owner', 'setting.changed', 'settings', 'late')`;
  const seal = () => sealAudit.run(DEMO, new AbortController().signal);
  const isDue = async () => (await shopsDue(sealAudit.schedule as Schedule)).includes(DEMO);
  await seal();
  const slow = await database().connect();
  try {
    await slow.query("BEGIN");
    await slow.query(add);
    await database().query(
      "SELECT nextval(pg_get_serial_sequence('audit_entries', 'id')) FROM generate_series(1, 20000)",
    );
    await database().query(add);
    await seal();
    expect(await isDue()).toBe(false);
    await slow.query("COMMIT");
  } finally {
    slow.release();
  }
  expect(await isDue()).toBe(true);
  await seal();
  expect(await isDue()).toBe(false);
  const { rows } = await database().query(
    `SELECT count(*)::int AS unsealed FROM audit_entries AS entry WHERE shop = $1 AND NOT EXISTS (
       SELECT FROM audit_seals AS seal WHERE seal.shop = $1 AND entry.id <@ seal.ids::int8multirange)`,
    [DEMO],
  );
  expect(rows).toEqual([{ unsealed: 0 }]);
});

test("a search finds the entries of a few records by an index, and the newest entries of very many records", async () => {
  await shops.query(
    `INSERT INTO customers (shop, id, display_name, created_at, updated_at)
     SELECT current_setting('app.shop'), 10000 + number, 'Crowd ' || number, now(), now() FROM generate_series(1, 1500) AS number`,
  );
  await shops.query(
    `INSERT INTO audit_entries (shop, actor_id, actor_name, action, subject_type, subject_id, flag)
     SELECT current_setting('app.shop'), '2', 'Sam Students', 'registration.decided', 'customer', (10000 + number)::text, 'showStudents'
       FROM generate_series(1, 1500) AS number`,
  );
  const { database } = await import("~/platform/db/pool.server");
  await database().query("ANALYZE audit_entries, customers");
  expect(idsOf(await allOf("1", { search: "crowd 345" }))).toEqual([11_345, 10_345]);
  expect(idsOf(await allOf("2", { search: "345 crowd" }))).toEqual([11_345, 10_345]);
  expect(idsOf(await allOf("3", { search: "crowd 345" }))).toEqual([]);
  expect(idsOf(await allOf("1", { search: "crowd" })).slice(0, 2)).toEqual([11_500, 11_499]);
  const [few] = await plansOf("audit_entries", () => allOf("1", { search: "crowd 345" }));
  expect(few).toContain("audit_by_subject");
  const [many] = await plansOf("audit_entries", () => allOf("1", { search: "crowd" }));
  expect(many).toContain("Index Scan Backward using audit_entries_shop_id_pk");
  // A sort would read all of their entries.
  expect(many).not.toContain("Sort");
});

test("a search for a word of one or two letters finds the starts of words by an index", async () => {
  await shops.query(
    `INSERT INTO customers (shop, id, display_name, created_at, updated_at)
     SELECT current_setting('app.shop'), 20000 + number, 'Person ' || md5(number::text), now(), now()
       FROM generate_series(1, 10000) AS number`,
  );
  const { database } = await import("~/platform/db/pool.server");
  await database().query("VACUUM ANALYZE customers");
  for (const search of ["le", "L an", "ann l"])
    expect(idsOf(await allOf("1", { search })), search).toEqual([7]);
  for (const search of ["ee", "n lee"]) expect(idsOf(await allOf("1", { search })), search).toEqual([]);
  const [plan] = await plansOf("customers_of_shop", () => allOf("1", { search: "le" }));
  expect(plan).toContain("Bitmap Index Scan on customers_search");
});
