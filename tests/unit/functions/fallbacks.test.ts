/** The specified texts for calls that fail without a reason. */
import { expect, test } from "vitest";
import { answerCall } from "~/core/answer-call.server";
import { withImportErrorText } from "~/core/imports/import-pages.server";
import { importTexts } from "~/core/imports/import-texts.server";
import { followed } from "~/core/reports/calls.server";
import { creditImport } from "~/domain/ledger/imports/import";
import { creditTexts, readCreditsPage } from "~/functions/credits/page.server";
import { dashboardTexts } from "~/functions/dashboard/page.server";
import { giveawayTexts, readGiveawaysPage } from "~/functions/giveaways/page.server";
import { codeTexts, readCodesPage } from "~/functions/registrationCodes/page.server";
import { readSolrFiltersPage } from "~/functions/solrFilters/page-data.server";
import { badRequest } from "~/platform/errors";

/** Calls of which each fails as one does that has logged its fault under a reference. */
const fails = () => Promise.reject({ data: { reference: "r-1" } });
const failing = new Proxy({}, { get: () => Object.assign(fails, { start: fails }) }) as never;

const operationId = "an-operation";

test.each([
  ["Error in credit processing", "Customers update", "issueCredits"],
  ["Error adjusting customer's balance", "Customers update", "adjustBalances"],
  ["Error creating customer", "Customers update", "addCustomer"],
  ["Error exporting customer(s)", "Customers update", "exportCustomers"],
  ["Error exporting transactions(s)", "Data validation", "exportTransactions"],
])("%s, titled %s", async (text, title, name) => {
  const answer = await answerCall({ credits: failing }, creditTexts, { call: `credits.${name}`, input: {} });
  expect(answer).toMatchObject({
    data: { notice: { level: "critical", title, text: `${text}. Reference: r-1` } },
    init: { status: 500 },
  });
});

test("only an export of transactions that is refused is about the validation of data", async () => {
  const answerTo = (exportTransactions: () => Promise<unknown>) =>
    answerCall({ credits: { exportTransactions } }, creditTexts, {
      call: "credits.exportTransactions",
      input: {},
    });
  const refusal = "The largest amount is below the smallest.";
  const text = `Error exporting transactions(s): ${refusal}`;
  expect(await answerTo(() => Promise.reject(badRequest(refusal)))).toMatchObject({
    data: { notice: { level: "critical", title: "Data validation", text } },
  });
  const started = { msg: "The spreadsheet is being written.", jobId: "j-1" };
  expect(await answerTo(async () => started)).toMatchObject({
    notice: { level: "info", title: "Customers update", text: started.msg },
  });
});

const starts = async () => ({ msg: "The spreadsheet is being written.", jobId: "j-1" });
test.each([
  ["exportCustomers", "Error exporting customer(s)", undefined],
  ["exportTransactions", "Error exporting transactions(s)", "Data validation"],
])("the job of the call %s has its screen's text for a failure", async (name, text, title) => {
  const credits = { exportCustomers: starts, exportTransactions: starts };
  const { notice } = await answerCall({ credits }, creditTexts, { call: `credits.${name}`, input: {} });
  expect(notice?.job?.failure).toEqual({ text, title });
});

test("the jobs of a giveaway's report and of the dashboard's export have their screens' texts, too", async () => {
  const report = async () => ({ ...(await starts()), giveaway: { name: "A" }, report: {} });
  const reporting = { call: "giveaways.report", input: { id: "1", operationId } };
  const reported = await answerCall({ giveaways: { report } }, giveawayTexts, reporting);
  expect(reported.notice?.job?.failure).toEqual({ text: "Error creating report" });
  const exporting = { call: "dashboard.export", input: { dateFrom: "", dateTo: "", operationId } };
  const exported = await answerCall({ dashboard: { export: starts } }, dashboardTexts, exporting);
  expect(exported.notice?.job?.failure).toEqual({ text: "Error exporting customers data" });
});

test("a report that fails has its reference in the status line", async () => {
  const message = "Something went wrong on our side. Reference: r-1";
  const report = () => Promise.reject(Object.assign(new Error(message), { data: { reference: "r-1" } }));
  const posted = { call: "knot.report", input: { dateFrom: "2026-11-01", dateTo: "2026-11-02" } };
  expect(await answerCall({ knot: { report } }, { "knot.report": followed } as never, posted)).toEqual({
    problem: message,
  });
});

test.each([
  ["Error creating giveaway", "giveaways.create"],
  ["Error updating giveaway", "giveaways.change"],
  ["Error deleting giveaway", "giveaways.remove"],
  ["Error creating report", "giveaways.report"],
])("%s", async (text, call) => {
  expect(await answerCall({ giveaways: failing }, giveawayTexts, { call, input: {} })).toMatchObject({
    data: { notice: { level: "critical", text: `${text}. Reference: r-1` } },
    init: { status: 500 },
  });
});

const reason = "There is already a code A.";
const refusing = new Proxy({}, { get: () => () => Promise.reject(badRequest(reason)) });

test.each([
  ["Error creating registration code", "registrationCodes.create"],
  ["Error updating registration code", "registrationCodes.update"],
  ["Error updating email domains", "registrationCodes.updateEmailDomains"],
])("%s, with its reason", async (text, call) => {
  const answerOf = (registrationCodes: object) =>
    answerCall({ registrationCodes }, codeTexts, { call, input: { operationId } });
  const notice = (shown: string) => ({ data: { notice: { level: "critical", text: shown } } });
  expect(await answerOf(refusing)).toMatchObject(notice(`${text}: ${reason}`));
  expect(await answerOf(failing)).toMatchObject(notice(`${text}. Reference: r-1`));
});

test("Error importing customer(s)", async () => {
  const answer = await withImportErrorText(creditImport, () =>
    answerCall({ imports: failing }, importTexts, { call: "imports.start", input: { id: "1" } }),
  );
  expect(answer).toMatchObject({
    data: {
      notice: {
        level: "critical",
        title: "Customers update",
        text: "Error importing customer(s). Reference: r-1",
      },
    },
  });
});

const giveaways = (query: string) => () =>
  readGiveawaysPage(new URL(`https://x.example/giveaways${query}`), failing);
const credits = (query: string) => () =>
  readCreditsPage(new Request(`https://x.example/credits${query}`), failing);

test("a list of search filters that fails has its reason, or its reference", async () => {
  const read = async (calls: object) => {
    const request = new Request("https://x.example/solrFilters?tab=definitions");
    return (await readSolrFiltersPage(request, calls as never)).page.problem;
  };
  expect(await read(failing)).toBe("Error getting filters. Reference: r-1");
  expect(await read({ definitions: () => Promise.reject(badRequest("Too many.")) })).toBe(
    "Error getting filters: Too many.",
  );
});

const noCodes = { list: [], total: 0, hasPrevious: false, hasNext: false };

test("registration codes and partners that fail have their reasons, and leave each other usable", async () => {
  const read = async (query: string, calls: object) => {
    const request = new Request(`https://x.example/registrationCodes${query}`);
    return (await readCodesPage(request, calls as never)).page;
  };
  const list = async () => noCodes;
  const registrationCodes = { list, history: list };
  const faulty = { registrationCodes: failing, partners: failing };
  const codesFault = "Error getting registration codes. Reference: r-1";
  expect(await read("", faulty)).toMatchObject({
    problem: codesFault,
    result: { rows: [] },
    partnersProblem: "Error getting partners list. Reference: r-1",
    partners: [],
  });
  expect(await read("?tab=history", faulty)).toMatchObject({ problem: codesFault, result: { rows: [] } });
  const busy = { list: () => Promise.reject(badRequest("Too many.")) };
  expect(await read("", { registrationCodes, partners: busy })).toMatchObject({
    problem: null,
    partnersProblem: "Error getting partners list: Too many.",
  });
  expect(await read("", { registrationCodes: busy, partners: { list } })).toMatchObject({
    problem: "Error getting registration codes: Too many.",
    partnersProblem: null,
  });
});

test.each([
  ["Error loading customers", credits("?tab=manageCredits")],
  ["Error getting transactions", credits("?tab=transactions")],
  ["Error loading giveaways", giveaways("")],
  ["Error querying giveaways", giveaways("?q=a")],
  ["Error getting giveaways", giveaways("?tab=report")],
])("%s, on the page in place of the list", async (text, read) => {
  const thrown = await read().then(
    () => null,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(Response);
  expect(await (thrown as Response).json()).toEqual({ message: `${text}. Reference: r-1` });
});
