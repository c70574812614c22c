// @vitest-environment jsdom
import "./browser";
import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { METRIC_NAMES } from "~/functions/dashboard/metrics";
import type { DashboardPageData } from "~/functions/dashboard/page.server";
import type { Point, Trend } from "~/functions/dashboard/schemas";
import { DashboardPage } from "~/functions/dashboard/ui/DashboardPage";
import SegmentsDialog from "~/functions/dashboard/ui/SegmentsDialog";
import { renderConsole } from "./render-console";

vi.mock("~/functions/dashboard/ui/QuestionChart", () => ({ default: () => null }));

/** jsdom has no sizes to draw with. */
vi.mock("~/functions/dashboard/ui/MetricChart", () => ({ default: () => null }));

const RANGE = { dateFrom: "2026-11-01", dateTo: "2026-11-05" };
const EMPTY = Object.fromEntries(METRIC_NAMES.map((name) => [name, [] as Point[]]));

/** Points of consecutive days. */
const days = (...values: number[]): Point[] =>
  values.map((value, index) => ({ date: `2026-11-0${index + 1}`, value, isExact: true }));

/** Nothing was read yet. @param trends what is known of some metrics */
function questionsOf(trends: Record<string, Partial<Trend>> = {}): DashboardPageData["questions"] {
  const none = { query: "", days: [], now: null, before: null, gained: null, gainedBefore: null };
  return {
    before: { dateFrom: "2026-10-27", dateTo: "2026-10-31" },
    metrics: ["total", "emailSubscribed", "smsSubscribed", "withAICTag", "withoutAICTag"].map((id) => ({
      id,
      title: id,
      ...none,
      ...trends[id],
    })),
    segments: [],
    notes: [],
    declared: { tag: "AIC", segments: [] },
  };
}

function show(page: Partial<DashboardPageData>, series: Record<string, Point[]> = {}) {
  const data = { today: "2026-11-05", range: RANGE, problem: null, since: null, readAt: null, ...page };
  const questions = page.questions ?? questionsOf();
  const shown = { ...data, questions, series: { ...EMPTY, ...series } } as DashboardPageData;
  renderConsole([{ path: "/dashboard", element: <DashboardPage {...shown} /> }], "/dashboard");
}

/** What the tile of a metric shows. */
const valueIn = (title: string) =>
  screen.getByText(title, { selector: "dt" }).nextElementSibling?.textContent;

it("shows each metric's last value with its difference from the first one, and describes its line", () => {
  const lowerBound = { date: "2026-11-03", value: 10_000, isExact: false };
  show(
    { since: "2026-10-01", readAt: "2026-11-05T17:04:00.000Z" },
    {
      total: [...days(9_000, 9_500), lowerBound],
      withAICTag: days(1_200, 1_100, 1_204),
      withoutAICTag: days(50, 48),
      emailSubscribed: days(7, 9, 7),
      smsSubscribed: days(3),
    },
  );
  expect(
    [
      "Total Customers",
      "Customers with AIC Tag",
      "Customers without AIC Tag",
      "Email Subscribed",
      "SMS Subscribed",
      "With AIC Tag Email Subscribed",
    ].map(valueIn),
  ).toEqual(["at least 10,000", "1,204 (+4)", "48 (-2)", "7", "3", "No reading"]);
  screen.getByRole("img", {
    name: "Customers with AIC Tag",
    description:
      "3 days with a reading: 1,200 on 11/01/2026, 1,204 on 11/03/2026. Lowest: 1,100 on 11/02/2026. Highest: 1,204 on 11/03/2026.",
  });
  expect(screen.getAllByText("There are no readings in these days.")).toHaveLength(4);
  expect(screen.getByText(/^There are figures from/).textContent).toBe(
    "There are figures from 10/01/2026 on. They were last read on 11/05/2026 12:04 PM. " +
      "The tiles show 11/03/2026, and in parentheses the change since 11/01/2026.",
  );
});

it("says at the day that was changed last that the days are out of order", () => {
  show({});
  const day = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });
  const enter = (name: string, value: string) => fireEvent.change(day(name), { target: { value } });
  const errors = () => ["Date From", "Date To"].map((name) => day(name).getAttribute("aria-invalid"));
  enter("Date To", "10/31/2026");
  screen.getByText("The date From is after the date To. Change one of them.");
  expect(errors()).toEqual(["false", "true"]);
  enter("Date From", "11/02/2026");
  expect(errors()).toEqual(["true", "false"]);
});

it("warns of an address whose days aren't valid", () => {
  const problem = "The address of this page has days that aren't valid.";
  show({ problem });
  expect(screen.getByText(problem).closest("[role=alert],[role=status]")).not.toBeNull();
});

it("says that nothing has been read yet", () => {
  show({});
  screen.getByText(/^No figures have been read yet\. They are read every 3 hours/);
  expect(screen.getAllByText("No reading")).toHaveLength(9);
});

it("answers each question beside the period before, with its table and its customers", async () => {
  const day = (date: string, value: number, gained: number | null) => ({
    date,
    value,
    isExact: true,
    gained,
    usual: null,
  });
  const total = {
    days: [day("2026-11-04", 1_000, 10), { ...day("2026-11-05", 1_100, 100), usual: { from: 2.5, to: 8.5 } }],
    now: 1_100,
    before: 990,
    gained: 110,
    gainedBefore: 55,
  };
  const email = {
    query: "email_subscription_status = 'SUBSCRIBED'",
    days: total.days,
    now: 550,
    before: 330,
  };
  const questions = {
    ...questionsOf({ total, emailSubscribed: email }),
    notes: [{ day: "2026-11-05", text: "Campaign", by: "Olive Owner" }],
  };
  show({ questions });
  const fact = (name: string) => screen.getByText(name, { selector: "dt" }).nextElementSibling?.textContent;
  expect([fact("Customers"), fact("Net growth"), fact("Email"), fact("SMS")]).toEqual([
    "1,100 +110 (+11.1%)",
    "+110 +55 in the period before, +55 (+100.0%)",
    "50.0% +16.7 points, +220 (+66.7%) customers",
    "– No figure of the period before",
  ]);
  expect(screen.getByRole("link", { name: /^Email: 50.0%/ }).getAttribute("href")).toBe(
    "https://admin.shopify.com/store/test/customers?segment_query=email_subscription_status%20%3D%20'SUBSCRIBED'",
  );
  screen.getByText("Unusual: 11/05/2026 +100, usually +3 to +8.");
  fireEvent.click(screen.getByRole("button", { name: "Show table of Growth" }));
  const table = await screen.findByRole("table", { name: /days of Growth/ });
  const rows = [...table.querySelectorAll("tbody tr")].map((row) =>
    [...row.querySelectorAll("th, td")].map((cell) => cell.textContent),
  );
  expect(rows.slice(0, 2)).toEqual([
    ["11/05/2026", "+100", "+100, usually +3 to +8", "Campaign"],
    ["11/04/2026", "+10", "", ""],
  ]);
});

it("draws a thousand years from the first day that has a reading", async () => {
  const days = ["2026-11-02", "2026-11-05"].map((date) => ({
    date,
    value: 1_000,
    isExact: true,
    gained: 0,
    usual: null,
  }));
  const questions = questionsOf({ total: { days, now: 1_000, gained: 0 } });
  show({ range: { ...RANGE, dateFrom: "1026-11-05" }, questions });
  fireEvent.click(screen.getByRole("button", { name: "Show table of Growth" }));
  const table = await screen.findByRole("table", { name: /days of Growth/ });
  expect(
    [...table.querySelectorAll("tbody tr th, tbody tr td:first-child")].map((cell) => cell.textContent),
  ).toEqual(["11/05/2026", "11/04/2026", "11/03/2026", "11/02/2026"]);
});

it("a segment can't be changed while it is saved: the change would be lost", async () => {
  const segment = { name: "Pros", tag: "pro", tagIs: "with" as const, email: true, sms: false };
  const element = <SegmentsDialog declared={{ tag: "AIC", segments: [segment] }} onClose={() => {}} />;
  const action = () => new Promise<never>(() => {});
  renderConsole([{ path: "/dashboard", element, action }], "/dashboard");
  fireEvent.click(await screen.findByRole("button", { name: "Save" }));
  const email = screen.getByRole<HTMLInputElement>("checkbox", { name: "Email" });
  fireEvent.click(email);
  expect(email.checked).toBe(true);
});
