/** The engine of reports: requests that are joined, the workbook, its email and access, and schedules. */
import type { AnyContractRouter } from "@orpc/contract";
import type { Router } from "@orpc/server";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import type { Delivery } from "~/core/exports/delivery";
import type { ReportDefinition } from "~/core/reports/define-report.server";
import { readResultFile } from "../../guarantees/support/export-file.ts";
import { signIn } from "../../guarantees/support/flags.ts";
import { callsOf, grantAccess } from "../../support/calls.ts";
import { deleteJobs } from "../../support/jobs.ts";
import { outbox } from "../../support/outbox.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";

const FLAG = "showKnotReport";
const running = new AbortController().signal;
let shop: TestShop;
let kind: ReportDefinition;
/** What the next report does before it writes its rows. */
let beforeRows: () => Promise<void>;

const options = z.object({ bundle: z.boolean() });

beforeAll(async () => {
  shop = await openTestShop("reports");
  await signIn([shop.token("1"), shop.token("2"), shop.token("3")]);
  const { defineReport } = await import("~/core/reports/define-report.server");
  kind = defineReport<z.infer<typeof options>>({
    name: "numbers",
    title: "Numbers report",
    flag: FLAG,
    path: "/numbers",
    days: { zone: "shop", isToCapped: true },
    options,
    describeOptions: ({ bundle }) => (bundle ? "Bundle Report" : "Component Report"),
    async build({ period }) {
      await beforeRows();
      const day = period?.start.toISOString() ?? "";
      const sheet = (name: string, rows: string[][]) => ({
        name,
        columns: [{ title: "Day", width: 20 }],
        total: rows.length,
        rows: (async function* () {
          yield rows;
        })(),
      });
      return {
        sheets: [sheet("Numbers", [[day], ["=1+1"]]), sheet("More", [["more"]])],
        notes: ["Test orders are left out."],
        summarize: () => "2 numbers.",
      };
    },
  });
});
beforeEach(async () => {
  beforeRows = async () => {};
  await deleteJobs();
  const { database } = await import("~/platform/db/pool.server");
  await database().query(
    "DELETE FROM runs; DELETE FROM mails; DELETE FROM report_schedules; DELETE FROM files",
  );
  await grantAccess("2", [FLAG]);
});
afterAll(() => shop.close());

const NOW = new Date("2026-11-22T15:00:00Z");
const OWN: Delivery = { recipients: [], sendAs: "link", format: "xlsx" };
const DATES = { dateFrom: "2026-11-01", dateTo: "2026-11-21" };

async function contextOf(administratorId: string) {
  const [{ app }, { signedInBy }] = await Promise.all([
    import("~/app.server"),
    import("~/platform/auth/session-token.server"),
  ]);
  const signedIn = await signedInBy(shop.token(administratorId));
  if (!signedIn) throw new Error("The local store did not sign the administrator in.");
  return {
    ...signedIn,
    clock: { now: () => NOW },
    declarations: { ...app.declarations, reports: new Map([[kind.name, kind]]) },
  };
}

async function start(administratorId: string, dates = DATES, bundle = true) {
  const { startReport } = await import("~/core/reports/start-report.server");
  return (
    await startReport(await contextOf(administratorId), kind, { dates, options: { bundle }, delivery: OWN })
  ).jobId;
}

async function run(id: string) {
  const { runJob } = await import("~/platform/jobs/run-job.server");
  await runJob(DEMO, id, new Map([[kind.sync.job.name, kind.sync.job]]), running);
}

/** What calls of a function are made with. @param administratorId who makes them */
async function clientFor(administratorId: string) {
  const { createRouterClient } = await import("@orpc/server");
  const context = await contextOf(administratorId);
  return <C extends AnyContractRouter>(calls: C) =>
    createRouterClient(calls as unknown as Router<C, object>, { context } as never);
}
const calls = async (administratorId: string) =>
  (await clientFor(administratorId))((await import("~/core/reports/calls.server")).reportsCalls);
const files = async (administratorId: string) =>
  (await clientFor(administratorId))((await import("~/core/files/calls.server")).filesCalls);
const activity = async (administratorId: string) =>
  (await clientFor(administratorId))((await import("~/functions/activity/calls.server")).activityCalls);

/** The emails of the outbox, by address. */
const mails = async () =>
  (await outbox())
    .map(({ to, subject, text }) => ({ to: to.email, subject, text }))
    .toSorted((one, other) => one.to.localeCompare(other.to));

test("the same report is created once, and everyone who requested it gets its link and its file", async () => {
  const id = await start("1");
  expect(await start("2")).toBe(id);
  expect(await start("2", DATES, false)).not.toBe(id);
  await run(id);
  const [first, second] = await mails();
  expect([first?.to, second?.to]).toEqual(["carl@backroom-demo.example", "olivia@backroom-demo.example"]);
  expect(second?.text).toContain("Numbers report, 11/01/2026 to 11/21/2026, Bundle Report.");
  expect(second?.text).toContain(`/numbers?run=${id}`);

  const { list, today } = await (await calls("2")).runs({ report: kind.name });
  expect(today).toBe("2026-11-22");
  const made = list.find((one) => one.id === id);
  expect(made).toMatchObject({ summary: "2 numbers.", progress: 100, isMine: true, isScheduled: false });
  const fileId = made?.file?.id ?? "";
  expect((await files("2").then((api) => api.detail({ id: fileId }))).name).toMatch(
    /^Numbers_report_2026-11-01_2026-11-21_\d{8}T\d{6}Z\.xlsx$/,
  );
  await expect(files("3").then((api) => api.detail({ id: fileId }))).rejects.toMatchObject({ status: 403 });

  const { read, utils } = await import("xlsx");
  const book = read(await readResultFile(id));
  const rowsOf = (name: string) => utils.sheet_to_json<string[]>(book.Sheets[name] as never, { header: 1 });
  expect(book.SheetNames).toEqual(["Numbers", "More", "About this report"]);
  expect(rowsOf("Numbers").slice(-3)).toEqual([["Day"], ["2026-11-01T04:00:00.000Z"], ["=1+1"]]);
  expect(rowsOf("More").at(-1)).toEqual(["more"]);

  // Sheets have rows of different kinds, so the history doesn't add them up.
  const { rows: history } = await (await activity("1")).ofSubject({ subjectType: "job", subjectId: id });
  expect(history.map(({ what, changes }) => ({ what, changes }))).toEqual([
    {
      what: "Created a report",
      changes: [
        { field: "Report", before: "", after: "Numbers report" },
        { field: "Parameters", before: "", after: "11/01/2026 to 11/21/2026, Bundle Report" },
        { field: "Numbers", before: "", after: "2 rows" },
        { field: "More", before: "", after: "1 row" },
      ],
    },
  ]);

  // It is there already, so the same request starts another one.
  expect(await start("2")).not.toBe(id);
});

test("a paused report isn't joined, and says who may open its job", async () => {
  const [{ pauseJob }, { withShop }] = await Promise.all([
    import("~/platform/jobs/control-job.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  const id = await start("1");
  await withShop(DEMO, (tx) => pauseJob(tx, DEMO, id, { name: "Olivia Owner" }));
  const other = await start("2");
  expect(other).not.toBe(id);
  const { list: ownList } = await (await calls("2")).runs({ report: kind.name });
  expect(ownList).toMatchObject([
    { id: other, state: "queued", canOpenJob: true },
    { id, state: "paused", canOpenJob: false },
  ]);
  const { list } = await (await calls("1")).runs({ report: kind.name });
  expect(list.map(({ canOpenJob }) => canOpenJob)).toEqual([true, true]);
});

test("a request joins one report only, when a paused one was resumed beside the newest", async () => {
  const [{ pauseJob, resumeJob }, { withShop }] = await Promise.all([
    import("~/platform/jobs/control-job.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  const paused = await start("1");
  await withShop(DEMO, (tx) => pauseJob(tx, DEMO, paused, { name: "Olivia Owner" }));
  const newest = await start("1");
  await withShop(DEMO, (tx) => resumeJob(tx, DEMO, paused));
  expect(await start("2")).toBe(newest);
  const { list } = await (await calls("2")).runs({ report: kind.name });
  const isMine = new Map(list.map((one) => [one.id, one.isMine]));
  expect([isMine.get(newest), isMine.get(paused)]).toEqual([true, false]);
});

test("a report that fails says why, on its page and by email", async () => {
  const { badRequest } = await import("~/platform/errors");
  beforeRows = async () => {
    throw badRequest("The orders are still being read from Shopify.");
  };
  const id = await start("1");
  await run(id);
  const { list } = await (await calls("1")).runs({ report: kind.name });
  expect(list[0]).toMatchObject({
    status: "Failed",
    summary: null,
    file: null,
    reason: "The orders are still being read from Shopify.",
  });
  expect((await (await callsOf()).jobs.detail({ id })).message).toBe(
    "The orders are still being read from Shopify.",
  );
  const [mail] = await mails();
  expect(mail?.subject).toBe("Numbers report couldn't be created");
  expect(mail?.text).toContain("The orders are still being read from Shopify.");
});

test("a request joins a report until its failure is emailed, and again while it is retried", async () => {
  const [{ mailReportFailure }, { withShop }, { database }] = await Promise.all([
    import("~/core/reports/mail-report.server"),
    import("~/platform/db/with-shop.server"),
    import("~/platform/db/pool.server"),
  ]);
  const id = await start("1");
  await database().query("UPDATE jobs SET state = 'running' WHERE id = $1", [id]);
  const { request } = await withShop(DEMO, async (tx) => {
    await mailReportFailure(tx, DEMO, kind, id, { parameters: "", reason: "It failed." });
    const request = start("2");
    await expect.poll(countWaitingSessions).toBe(1);
    return { request };
  });
  // Its job hasn't ended yet.
  const own = await request;
  expect(own).not.toBe(id);
  await run(own);

  beforeRows = () => Promise.reject(new Error("It failed."));
  await run(id);
  await retryAsOwner(id);
  expect(await start("2")).toBe(id);
  let joined = "";
  beforeRows = async () => {
    joined = await start("3");
  };
  await run(id);
  expect(joined).toBe(id);
});

const loseAccess = () => grantAccess("2", []);

async function retryAsOwner(id: string) {
  const [{ retryFailedItems }, { withShop }, { administrator }] = await Promise.all([
    import("~/platform/jobs/control-job.server"),
    import("~/platform/db/with-shop.server"),
    contextOf("1"),
  ]);
  await withShop(DEMO, (tx) => retryFailedItems(tx, DEMO, id, administrator));
}

test("when the administrator of a report loses access, the others who requested it are emailed", async () => {
  const id = await start("2");
  expect(await start("1")).toBe(id);
  await loseAccess();
  await run(id);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    to: "olivia@backroom-demo.example",
    subject: "Numbers report couldn't be created",
  });
  expect(mail?.text).toContain("Numbers report, 11/01/2026 to 11/21/2026, Bundle Report.");
  expect(mail?.text).toContain("no longer has access to this function.");
  await retryAsOwner(id);
  await run(id);
  expect((await mails()).map(({ subject }) => subject).toSorted()).toEqual([
    "Numbers report couldn't be created",
    "Numbers report is ready",
  ]);
});

test("when a report is canceled, those who joined it are emailed", async () => {
  const [{ cancelJob }, { withShop }] = await Promise.all([
    import("~/platform/jobs/control-job.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  const id = await start("1");
  expect(await start("2")).toBe(id);
  await withShop(DEMO, (tx) => cancelJob(tx, DEMO, id));
  await run(id);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    to: "carl@backroom-demo.example",
    subject: "Numbers report couldn't be created",
  });
  expect(mail?.text).toContain("The report was canceled.");
});

test("an administrator who takes a report over receives it", async () => {
  const id = await start("2");
  await loseAccess();
  await run(id);
  expect(await mails()).toEqual([]);
  await retryAsOwner(id);
  await run(id);
  expect(await mails()).toMatchObject([
    { to: "olivia@backroom-demo.example", subject: "Numbers report is ready" },
  ]);
  expect((await (await calls("1")).runs({ report: kind.name })).list).toMatchObject([{ isMine: true }]);
});

test("dates out of order, dates after today and a missing flag are refused", async () => {
  await expect(start("1", { dateFrom: "2026-11-21", dateTo: "2026-11-20" })).rejects.toThrow(
    "after the date To",
  );
  await expect(start("1", { dateFrom: "2026-11-23", dateTo: "2026-11-23" })).rejects.toThrow(
    "today or before",
  );
  await expect((await calls("3")).runs({ report: kind.name })).rejects.toMatchObject({ status: 403 });
  await expect((await calls("1")).runs({ report: "unknown" })).rejects.toMatchObject({ status: 403 });
});

test("a schedule that fails doesn't hold up later ones, and is tried again", async () => {
  const { startReportsDueAt } = await import("~/core/reports/start-due-reports.server");
  const api = await calls("1");
  const daily = { report: kind.name, frequency: "daily" } as const;
  await api.addSchedule({ ...daily, hour: 5, options: { bundle: false } });
  await api.addSchedule({ ...daily, hour: 6, options: { bundle: true } });
  const failing: ReportDefinition = {
    ...kind,
    describeOptions(chosen) {
      if (!(chosen as { bundle: boolean }).bundle) throw new Error("No words for it.");
      return kind.describeOptions(chosen);
    },
  };
  const created = async () =>
    (await api.runs({ report: kind.name })).list.map(({ parameters }) => parameters).toSorted();
  await startReportsDueAt(new Map([[kind.name, failing]]), DEMO, new Date("2026-11-23T11:00:00Z"));
  expect(await created()).toEqual(["11/22/2026, Bundle Report"]);
  await startReportsDueAt(new Map([[kind.name, kind]]), DEMO, new Date("2026-11-23T11:15:00Z"));
  expect(await created()).toEqual(["11/22/2026, Bundle Report", "11/22/2026, Component Report"]);
});

test.each([
  ["on the same day", "2026-11-23T04:00:00Z", "11/21/2026", "2026-11-24T04:00:00.000Z"],
  ["after midnight", "2026-11-23T05:30:00Z", "11/21/2026", "2026-11-24T04:00:00.000Z"],
  ["days later", "2026-11-26T05:30:00Z", "11/24/2026", "2026-11-27T04:00:00.000Z"],
])(
  "a report that is scheduled late in the evening and starts %s covers the day before it was due",
  async (_when, now, day, nextAt) => {
    const { startReportsDueAt } = await import("~/core/reports/start-due-reports.server");
    const api = await calls("1");
    await api.addSchedule({ report: kind.name, frequency: "daily", hour: 23, options: { bundle: true } });
    await startReportsDueAt(new Map([[kind.name, kind]]), DEMO, new Date(now));
    const { list } = await api.runs({ report: kind.name });
    expect(list.map(({ parameters }) => parameters)).toEqual([`${day}, Bundle Report`]);
    expect((await api.schedules({ report: kind.name })).list).toMatchObject([{ nextAt }]);
  },
);

test("a schedule starts its report for its administrator, and stops when they lose access", async () => {
  const { startReportsDueAt } = await import("~/core/reports/start-due-reports.server");
  const reports = new Map([[kind.name, kind]]);
  const api = await calls("2");
  const weekly = { report: kind.name, frequency: "weekly", hour: 6, options: { bundle: true } } as const;
  const { id, nextAt } = await api.addSchedule(weekly);
  expect(nextAt).toBe("2026-11-23T11:00:00.000Z");
  expect((await api.addSchedule(weekly)).id).toBe(id);
  await expect(api.addSchedule({ ...weekly, options: {} })).rejects.toMatchObject({ status: 400 });

  await startReportsDueAt(reports, DEMO, new Date("2026-11-23T10:59:00Z"));
  expect((await api.runs({ report: kind.name })).list).toEqual([]);
  await startReportsDueAt(reports, DEMO, new Date("2026-11-23T11:00:00Z"));
  await startReportsDueAt(reports, DEMO, new Date("2026-11-23T11:15:00Z"));
  const { list } = await api.runs({ report: kind.name });
  expect(list).toHaveLength(1);
  expect(list[0]).toMatchObject({
    isScheduled: true,
    isMine: true,
    parameters: "11/16/2026 to 11/22/2026, Bundle Report",
  });

  await loseAccess();
  await startReportsDueAt(reports, DEMO, new Date("2026-11-30T11:00:00Z"));
  const owner = await calls("1");
  const [stopped] = (await owner.schedules({ report: kind.name })).list;
  expect(stopped?.nextAt).toBeNull();
  expect(stopped?.stoppedBecause).toContain("no longer has access");
  await owner.removeSchedule({ report: kind.name, id });
  expect((await owner.schedules({ report: kind.name })).list).toEqual([]);
});
