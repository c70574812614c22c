// @vitest-environment jsdom
import "./browser";
import { useLoaderData } from "@remix-run/react";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { answerCall } from "~/core/answer-call.server";
import { followed, reportTexts } from "~/core/reports/calls.server";
import { type ReportPageData, readReportPage } from "~/core/reports/read-report-page.server";
import type { CreatedReport } from "~/core/reports/schemas";
import { ReportForm } from "~/core/reports/ui/ReportForm";
import { ReportPage } from "~/core/reports/ui/ReportPage";
import type { CallOfReport } from "~/core/reports/ui/report-option";
import { badRequest } from "~/platform/errors";
import { renderConsole } from "./render-console";

const OPTIONS = [
  { name: "bundle", label: "Bundle Report", isChosen: true },
  { name: "component", label: "Component Report", isChosen: false },
];
const needsOne = (chosen: Record<string, boolean>) =>
  Object.values(chosen).some(Boolean) ? null : "Please select atleast one report type";

let runs: CreatedReport[];
let requests: unknown[];
let scheduled: unknown[];
let refusal: string | null;
let refusedField: string | null;

const run = (change: Partial<CreatedReport>): CreatedReport => ({
  id: "b5a3a2f0-0000-4000-8000-000000000001",
  parameters: "11/01/2026 to 11/22/2026, Bundle Report",
  dates: { dateFrom: "2026-11-01", dateTo: "2026-11-22" },
  options: { bundle: true, component: false },
  requestedAt: "2026-11-22T12:00:00.000Z",
  requestedBy: "Olivia Owner",
  isMine: true,
  isScheduled: false,
  canOpenJob: true,
  state: "running",
  status: "Running",
  progress: 40,
  summary: null,
  figures: [],
  sheets: [],
  reason: null,
  format: "xlsx",
  emails: [],
  file: null,
  ...change,
});

beforeEach(() => {
  runs = [];
  requests = [];
  scheduled = [];
  refusal = null;
  refusedField = null;
});

const calls = {
  runs: async () => ({ list: runs, today: "2026-11-22", timeZone: "America/New_York" }),
  rows: async () => ({
    total: 30,
    list: [
      {
        id: "1",
        cells: ["#1001", 12.5, "77"],
        links: {
          "0": "https://admin.shopify.com/store/test/orders/1",
          "2": "https://admin.shopify.com/store/test/customers/77",
        },
        names: { "2": "Ann Lee" },
      },
    ],
    chart: null,
    charted: 0,
    choices: { c0: [{ text: "#1001", count: 30 }] },
  }),
  schedules: async () => ({ list: [], timeZone: "America/New_York", hasDates: true }),
  addSchedule: async (input: unknown) => scheduled.push(input),
} as never;

const callOf: CallOfReport = (input) => ({ call: "bundle.report", input: { ...input } });

function Page() {
  const page = useLoaderData() as ReportPageData;
  const shared = { page, options: OPTIONS, problemOf: needsOne, callOf };
  return (
    <ReportPage title="Bundle Report" tab={{ id: "bundle", label: "Bundle" }} {...shared}>
      <ReportForm labels={{ from: "Date From", to: "Date To" }} isToCapped={false} {...shared} />
    </ReportPage>
  );
}

const texts = { ...reportTexts, "bundle.report": followed } as never;

async function report(input: unknown) {
  requests.push(input);
  if (refusal) throw badRequest(refusal, refusedField ? { [refusedField]: refusal } : undefined);
  runs = [run({})];
  return { jobId: runs[0]?.id ?? "" };
}

async function open(address = "/") {
  renderConsole(
    [
      {
        path: "/",
        element: <Page />,
        loader: ({ request }) => readReportPage(new URL(request.url), calls, "bundleReport"),
        action: async ({ request }) =>
          answerCall({ reports: calls, bundle: { report } }, texts, await request.json()),
      },
    ],
    address,
  );
  await screen.findByRole("tab", { name: "Bundle" });
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const isDisabled = (name: string) => button(name).getAttribute("aria-disabled") === "true";
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const statuses = () => screen.getAllByRole("status").map(({ textContent }) => textContent);

it("creates a report, and follows it", async () => {
  await open();
  expect(statuses()).toContain("Select date From, date To and click Generate Report button");
  await waitFor(() => expect(isDisabled("Generate Report")).toBe(false));
  type("Date From", "10/01/2026");
  fireEvent.click(button("Generate Report"));
  await screen.findByText("Report is in progress, Please Wait ...");
  expect(isDisabled("Loading...")).toBe(true);
  expect(requests).toMatchObject([
    { dateFrom: "2026-10-01", dateTo: "2026-11-22", options: { bundle: true, component: false } },
  ]);
});

it("without a connection, a report is followed until it is ready", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  runs = [run({})];
  await open();
  await screen.findByText("Report is in progress, Please Wait ...");
  runs = [run({ state: "completed", status: "Completed", summary: "2 bundles in 1 order." })];
  await act(() => vi.advanceTimersByTimeAsync(31_000));
  await screen.findByText(/^The report is ready: /);
});

it.each([
  [true, "The report is paused. Resume it in Jobs"],
  [false, "The report is paused. Olivia Owner can resume it in Jobs."],
])(
  "says that a report is paused, and creates another one (may open its job: %s)",
  async (canOpenJob, text) => {
    runs = [run({ state: "paused", status: "Paused", canOpenJob })];
    await open();
    expect(statuses()).toContain(text);
    const link = screen.queryByRole("link", { name: "Resume it in Jobs" });
    expect(link?.getAttribute("href") ?? null).toBe(canOpenJob ? `/jobs/${runs[0]?.id}` : null);
    await waitFor(() => expect(isDisabled("Generate Report")).toBe(false));
    fireEvent.click(button("Generate Report"));
    await screen.findByText("Report is in progress, Please Wait ...");
  },
);

it.each([
  ["the administrator", true, "Select date From, date To and click Generate Report button"],
  ["someone else", false, "The report is paused. Resume it in Jobs"],
])("after a paused report, %s created another one", async (_, isMine, text) => {
  const id = "b5a3a2f0-0000-4000-8000-000000000002";
  runs = [run({ id, isMine, state: "completed" }), run({ state: "paused" })];
  await open();
  expect(statuses()).toContain(text);
});

it("shows the report that an email links to, with its file", async () => {
  const file = { id: "f", name: "a.xlsx", contentType: "", size: 2048, parts: 1, expiresAt: "" };
  runs = [run({ state: "completed", status: "Completed", summary: "2 bundles in 1 order.", file })];
  await open(`/?run=${runs[0]?.id}`);
  const line = screen.getByText(
    "The report is ready: 11/01/2026 to 11/22/2026, Bundle Report. 2 bundles in 1 order.",
  );
  expect(line.className).toContain("success");
  expect(screen.getAllByRole("button", { name: /^Download .*a\.xlsx/ })).toHaveLength(2);
});

it("says in red what is wrong", async () => {
  refusal = "The orders are still being read from Shopify.";
  await open();
  await waitFor(() => expect(isDisabled("Generate Report")).toBe(false));
  fireEvent.click(screen.getByLabelText("Bundle Report"));
  fireEvent.click(button("Generate Report"));
  expect(screen.getByText("Please select atleast one report type").className).toContain("critical");
  expect(requests).toEqual([]);
  fireEvent.click(screen.getByLabelText("Component Report"));
  fireEvent.click(button("Generate Report"));
  const error = await screen.findByText(`Error generating report: ${refusal}`);
  expect(error.className).toContain("critical");
});

it("ignores dates that aren't valid, and doesn't generate when From is after To", async () => {
  await open();
  const from = screen.getByLabelText<HTMLInputElement>("Date From");
  for (const text of ["", "11/31/2026", "11/23/2026"]) {
    type("Date From", text);
    fireEvent.blur(from);
    expect(from.value).toBe("11/01/2026");
  }
  type("Date To", "10/31/2026");
  await waitFor(() => expect(isDisabled("Generate Report")).toBe(true));
  screen.getByText("The date From is after the date To. Change one of them.");
  type("Date To", "11/01/2026");
  expect(isDisabled("Generate Report")).toBe(false);
});

it("fills in the dates of a preset, and says when they are others", async () => {
  await open();
  const preset = screen.getByLabelText<HTMLSelectElement>("Dates");
  const dates = () =>
    ["Date From", "Date To"].map((label) => screen.getByLabelText<HTMLInputElement>(label).value);
  expect(preset.value).toBe("Month to date");
  fireEvent.change(preset, { target: { value: "Last month" } });
  await waitFor(() => expect(dates()).toEqual(["10/01/2026", "10/31/2026"]));
  fireEvent.change(preset, { target: { value: "Last 7 days" } });
  await waitFor(() => expect(dates()).toEqual(["11/16/2026", "11/22/2026"]));
  type("Date From", "11/15/2026");
  await waitFor(() => expect(preset.selectedOptions[0]?.text).toBe("As entered"));
});

it("refuses an address that isn't valid at its field, and sends who gets the report and how", async () => {
  await open();
  await waitFor(() => expect(isDisabled("Generate Report")).toBe(false));
  fireEvent.click(button("Change recipients and format"));
  const recipients = await screen.findByLabelText("Also email it to (optional)");
  fireEvent.change(recipients, { target: { value: "ana@agency.example, ben@" } });
  fireEvent.click(button("Done"));
  await screen.findByText("“ben@” isn't a valid email address. Correct it, or remove it.");
  expect(requests).toEqual([]);
  const text = "ana@agency.example, ben@agency.example";
  fireEvent.change(recipients, { target: { value: text } });
  fireEvent.change(screen.getByLabelText("The email has"), { target: { value: "attachment" } });
  fireEvent.change(screen.getByLabelText("Format"), { target: { value: "csv" } });
  fireEvent.click(button("Done"));
  screen.getByText(
    "Emailed to you, also to ana@agency.example, ben@agency.example, with the file attached, as CSV.",
  );
  fireEvent.click(button("Generate Report"));
  await screen.findByText("Report is in progress, Please Wait ...");
  expect(requests).toMatchObject([{ delivery: { recipients: text, sendAs: "attachment", format: "csv" } }]);
});

it("keeps what was entered when a recipient is refused, and says why at the field", async () => {
  refusal = "carl@agency.example isn't an administrator with access to this page.";
  refusedField = "recipients";
  await open();
  await waitFor(() => expect(isDisabled("Generate Report")).toBe(false));
  fireEvent.click(button("Change recipients and format"));
  const recipients = await screen.findByLabelText("Also email it to (optional)");
  fireEvent.change(recipients, { target: { value: "carl@agency.example" } });
  fireEvent.click(button("Done"));
  fireEvent.click(button("Generate Report"));
  // The dialog opens again.
  const reopened = await screen.findByLabelText<HTMLInputElement>("Also email it to (optional)");
  expect(screen.getByText(refusal)).toBeTruthy();
  expect(reopened.value).toBe("carl@agency.example");
  fireEvent.change(reopened, { target: { value: "" } });
  await waitFor(() => expect(screen.queryByText(refusal ?? "")).toBeNull());
});

it("says which email of a report didn't arrive, and where it can be sent again", async () => {
  const emails: CreatedReport["emails"] = [
    { to: "olivia@shop.example", state: "sent", problem: null },
    { to: "ana@agency.example", state: "bounced", problem: "No such mailbox." },
  ];
  runs = [run({ state: "completed", status: "Completed", summary: "2 bundles.", emails })];
  await open(`/?run=${runs[0]?.id}`);
  screen.getByText(/^The email to ana@agency\.example didn't arrive: No such mailbox\./);
  expect(screen.getByRole("link", { name: "Send it again in Mail" }).getAttribute("href")).toBe(
    "/mail?q=ana%40agency.example",
  );
  screen.getByText("1 email of 2 didn't arrive");
});

it("generates a report again with its dates and options", async () => {
  runs = [
    run({
      id: "b5a3a2f0-0000-4000-8000-000000000002",
      state: "completed",
      status: "Completed",
      summary: "0 bundles.",
      parameters: "09/01/2026 to 09/30/2026, Component Report",
      dates: { dateFrom: "2026-09-01", dateTo: "2026-09-30" },
      options: { bundle: false, component: true },
    }),
  ];
  await open();
  fireEvent.click(button("Generate again: 09/01/2026 to 09/30/2026, Component Report"));
  await screen.findByText("Report is in progress, Please Wait ...");
  expect(requests).toMatchObject([
    { dateFrom: "2026-09-01", dateTo: "2026-09-30", options: { bundle: false, component: true } },
  ]);
});

it("schedules the report with its options", async () => {
  await open();
  fireEvent.click(button("Schedule"));
  const dialog = await screen.findByRole("dialog");
  fireEvent.change(within(dialog).getByLabelText("When"), { target: { value: "weekly" } });
  fireEvent.click(within(dialog).getByLabelText("Component Report"));
  const recipients = within(dialog).getByLabelText("Also email it to (optional)");
  fireEvent.change(recipients, { target: { value: "ana" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  await within(dialog).findByText("“ana” isn't a valid email address. Correct it, or remove it.");
  fireEvent.change(recipients, { target: { value: "ana@agency.example" } });
  fireEvent.change(within(dialog).getByLabelText("The email has"), { target: { value: "attachment" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(scheduled).toMatchObject([
      {
        report: "bundleReport",
        frequency: "weekly",
        hour: "6",
        options: { bundle: true, component: true },
        recipients: "ana@agency.example",
        sendAs: "attachment",
      },
    ]),
  );
});

it("shows the rows of the newest result, and its figures beside those of the run before", async () => {
  const sheets: CreatedReport["sheets"] = [
    {
      name: "Bundles by order",
      columns: [
        { title: "Order", kind: "order" },
        { title: "Sales", kind: "money" },
        { title: "Customer", kind: "customer" },
      ],
      rows: 30,
    },
  ];
  const done = (id: number, orders: number, change: Partial<CreatedReport> = {}) =>
    run({
      id: `b5a3a2f0-0000-4000-8000-00000000000${id}`,
      state: "completed",
      summary: `${orders} orders.`,
      figures: [{ name: "Orders", value: orders, unit: "count" }],
      sheets,
      ...change,
    });
  runs = [done(1, 412), done(2, 9, { options: { bundle: false, component: true } }), done(3, 400)];
  renderConsole(
    [
      {
        path: "/bundleReport",
        element: <Page />,
        loader: () => readReportPage(new URL("https://x/bundleReport"), calls, "bundleReport"),
      },
    ],
    "/bundleReport",
  );
  await screen.findByRole("heading", { name: /^Result: 11\/01\/2026/ });
  expect(screen.getByText("+3%, was 400")).toBeTruthy();
  const row = screen.getByRole("row", { name: /#1001/ });
  expect(within(row).getByRole("link", { name: "#1001" }).getAttribute("href")).toMatch(/orders\/1$/);
  expect(within(row).getByText("$12.50")).toBeTruthy();
  expect(within(row).getByRole("link", { name: "Ann Lee" }).getAttribute("href")).toMatch(/customers\/77$/);
  expect(screen.getByLabelText("Order").textContent).toBe("All#1001 (30)");
  expect(screen.getByText("1 of 30", { exact: false })).toBeTruthy();
});
