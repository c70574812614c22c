// @vitest-environment jsdom
import "./browser";
import { useLoaderData } from "@remix-run/react";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { answerCall } from "~/core/answer-call.server";
import { TOO_MANY_ROWS } from "~/core/lists/keyset-page";
import { type CouponRow, couponsList } from "~/functions/coupons/list.server";
import { type CouponsPageData, couponTexts } from "~/functions/coupons/page.server";
import { CouponsPage } from "~/functions/coupons/ui/CouponsPage";
import { readFilterDays } from "~/platform/dates/day-range";
import { Refusal } from "~/platform/errors";
import { pageOfRows } from "./page-of-rows";
import { renderConsole } from "./render-console";

const coupon = (more: Partial<CouponRow>): CouponRow => ({
  id: "1",
  CouponCode: "T-1",
  Used: true,
  OrderId: "5001",
  // Still the evening before in New York.
  AssignDate: "2026-07-01T03:30:05.000Z",
  poolId: "1",
  pool: "Thanks",
  orderName: "#1001",
  mailState: "sent",
  mailProblem: null,
  redeemedAt: null,
  redeemedOrderId: null,
  redeemedOrderName: null,
  activity: "active",
  problem: null,
  ...more,
});

let resent: unknown[];
let exports: object[];
beforeEach(() => {
  resent = [];
  exports = [];
});

const Page = () => <CouponsPage {...(useLoaderData() as Parameters<typeof CouponsPage>[0])} />;

async function open(
  change: { problem?: string; isExact?: boolean; rows?: never[]; filter?: CouponsPageData["filter"] } = {},
) {
  const calls = {
    coupons: {
      resend: async ({ id }: { id: string }) => {
        resent.push(id);
        return { message: "Email sent successfully." };
      },
    },
    exports: {
      coupons: {
        rows: async (input: object) => {
          exports.push(input);
          throw new Refusal(400, TOO_MANY_ROWS, "The list is too long.");
        },
        start: async (input: object) => {
          exports.push(input);
          return { jobId: "job-1" };
        },
      },
    },
  };
  const rows = change.rows ?? [
    coupon({}),
    coupon({ id: "2", CouponCode: "T-2", Used: false, OrderId: null, AssignDate: null, mailState: null }),
  ];
  const { router } = renderConsole(
    [
      {
        path: "/coupons",
        element: <Page />,
        loader: ({ request }) => ({
          list: couponsList.declaration,
          state: { search: "t-", sort: "assignedDate desc", page: 2 },
          filter: change.filter ?? { used: "all" },
          days: readFilterDays(new URL(request.url).searchParams),
          problem: change.problem ?? null,
          now: "2026-11-22T12:00:00.000Z",
          result: pageOfRows(rows, {
            hasNextPage: true,
            hasPreviousPage: true,
            total: { count: 30, exact: true },
            pager: { page: 2, pages: 3 },
          }),
          isExact: change.isExact ?? true,
          pools: [{ id: "1", name: "Thanks", isArchived: false }],
          views: [],
        }),
        action: async ({ request }) => answerCall(calls, couponTexts, await request.json()),
      },
    ],
    "/coupons",
  );
  await screen.findByRole("table");
  return router;
}

it("an empty list says to correct dates that can't be searched", async () => {
  await open({ rows: [], problem: "The start date is after the end date." });
  screen.getByText("Correct the dates, or clear the filter.");
  expect(screen.queryByText(/^No coupon matches/)).toBeNull();
});

it("says that more match than can be paged through", async () => {
  await open({ isExact: false });
  screen.getByText("More match than can be paged through. Narrow the search to see the others.");
});

it("searches days by Enter, and not when their order is wrong", async () => {
  const router = await open();
  const [start, end] = ["Start date", "End date"].map((label) =>
    screen.getByLabelText<HTMLInputElement>(label),
  );
  fireEvent.change(start as HTMLInputElement, { target: { value: "2026-11-02" } });
  const enterEnd = async (day: string) => {
    fireEvent.change(end as HTMLInputElement, { target: { value: day } });
    await userEvent.type(end as HTMLInputElement, "{Enter}");
  };
  await enterEnd("2026-11-01");
  screen.getByText("The start date is after the end date.");
  expect(router.state.location.search).toBe("");
  await enterEnd("2026-11-03");
  await waitFor(() => expect(router.state.location.search).toBe("?date_from=2026-11-02&date_to=2026-11-03"));
});

const rowOf = (code: string) => within(screen.getByText(code).closest("tr") as HTMLElement);
const isDisabled = (name: string) =>
  screen.getByRole("button", { name }).getAttribute("aria-disabled") === "true";

it("lists coupons with the order that has them, in New York time", async () => {
  await open();
  screen.getByRole("heading", { name: "Coupons List" });
  const headings = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(headings.map((text) => text?.replace(/[↑↓]/, ""))).toEqual([
    "Coupon Code",
    "Used",
    "Order Id",
    "Assigned Date",
    "Email",
    "Redeemed By",
    "Pool",
    "Action",
  ]);
  rowOf("T-1").getByText("Used", { exact: true });
  rowOf("T-1").getByText("5001");
  rowOf("T-1").getByText("06-30-2026 23:30:05");
  rowOf("T-2").getByText("Not Used");
  expect(isDisabled("Resend T-2")).toBe(true);
  screen.getByText("Page 2 of 3");
});

it("sends the email of an order's coupon again, and says so for three seconds", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await open();
  fireEvent.click(screen.getByRole("button", { name: "Resend T-1" }));
  await screen.findByText("Email sent successfully.");
  expect(resent).toEqual(["5001"]);
  // From here on only fake time passes.
  vi.setTimerTickMode("manual");
  await act(() => vi.advanceTimersByTimeAsync(2_500));
  expect(screen.queryByText("Email sent successfully.")).not.toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(screen.queryByText("Email sent successfully.")).toBeNull();
});

it.each([
  ["All Data", "", { used: "all" }],
  ["Filtered Data", "t-", { pool: 1, used: "not used" }],
])("exports %s, which a job writes when they are too many", async (choice, search, filter) => {
  await open({ filter: { pool: 1, used: "not used" } });
  fireEvent.click(screen.getByRole("button", { name: "Export Data" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Export Data" }));
  expect(dialog.getAllByRole("radio")).toHaveLength(2);
  fireEvent.click(dialog.getByLabelText(choice));
  fireEvent.click(dialog.getByRole("button", { name: "Export" }));
  await screen.findByText(/^The list is long, so its file is being written in the background/);
  const query = { sort: "assignedDate desc", ...filter };
  const body = { searchValue: search, operationId: expect.any(String) };
  expect(exports).toEqual([
    { query, body },
    { query, body },
  ]);
});

it("clears also a search that was typed but not sent", async () => {
  await open();
  const search = screen.getByRole<HTMLInputElement>("textbox", { name: "Search" });
  fireEvent.change(search, { target: { value: "not sent" } });
  fireEvent.click(screen.getByRole("button", { name: "Clear Filter" }));
  await waitFor(() => expect(search.value).toBe(""));
});
