// @vitest-environment jsdom
/** The tabs of the promotion review: their columns, their texts, and when their buttons can be used. */
import "./browser";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, it, test, vi } from "vitest";
import type { CallAnswer } from "~/core/answer-call.server";
import { approvalsList, assignmentList, loyaltyList, submissionsList } from "~/functions/promo/list.server";
import { AllSubmissions } from "~/functions/promo/ui/AllSubmissions";
import { AssignmentQueue } from "~/functions/promo/ui/AssignmentQueue";
import { CsrApprovals } from "~/functions/promo/ui/CsrApprovals";
import { Dashboard } from "~/functions/promo/ui/Dashboard";
import { LoyaltyOrders } from "~/functions/promo/ui/LoyaltyOrders";
import { formatWaitingTime } from "~/functions/promo/ui/lists";
import { formatPhone } from "~/functions/promo/ui/review/SubmissionSections";
import type { PageCall } from "~/platform/page-call";
import { ENTERED, LISTED, page, TABS } from "./promo-page";
import { renderConsole } from "./render-console";

// jsdom lays nothing out, and a chart without a size complains. Its figures are in the table below it.
vi.mock("~/ui/BarsChart", () => ({ default: () => null }));

type QueueRow = Parameters<typeof CsrApprovals>[0]["result"]["rows"][number];

const QUEUED: QueueRow = {
  id: "7",
  name: "Ana Martin",
  displayName: "Ana Martin",
  email: "ana@customers.example",
  reviewer: "sam@shop.example",
  reviewerId: "2",
  status: "Assigned",
  holdReason: null,
  isAnswered: false,
  assignedDate: "2026-11-21T00:05:00.000Z",
  createdDate: "2026-11-20T18:05:00.000Z",
  ageOfSubmission: 7_300,
  dueDate: "2026-11-23T23:05:00.000Z",
  isLate: false,
  shippingAddress1: "1 Main St",
  shippingAddress2: "Suite 9",
  addressUsed: true,
  receiptIdUsed: false,
  ...ENTERED,
  problem: null,
};
const REVIEW = {
  denyReasons: [{ value: "3", label: "Too late" }],
  holdReasons: [{ value: "4", label: "Blurred receipt" }],
  replies: [],
};
const REVIEWERS = [{ value: "2", label: "sam@shop.example" }];

const show = (element: ReactElement, address = "/promo") =>
  renderConsole([{ path: "/promo", element, action: () => null, loader: () => null }], address);

const columns = async () =>
  within(await screen.findByRole("table"))
    .getAllByRole("columnheader")
    .filter((header) => !header.querySelector("input"))
    // Without the arrow of the order.
    .map((header) => header.textContent?.replaceAll(/[↑↓]/g, ""));
const rowTexts = () =>
  within(screen.getAllByRole("row")[1] as HTMLElement)
    .getAllByRole("cell")
    .map((cell) => cell.textContent ?? "");
const isOff = (name: string) => screen.getByRole("button", { name }).getAttribute("aria-disabled") === "true";
const optionsOf = (label: string) =>
  within(screen.getByLabelText(label))
    .getAllByRole("option")
    .map((option) => option.textContent);

test("a search shows beside each list's tab what it finds there", async () => {
  const hits = {
    AssignmentQueue: { count: 3, exact: true },
    CsrApprovals: { count: 0, exact: true },
    AllSubmissions: { count: 100, exact: false },
  };
  show(<CsrApprovals list={approvalsList.declaration} {...page([QUEUED])} {...REVIEW} hits={hits} />);
  const tabs = await screen.findAllByRole("tab");
  expect(tabs.map(({ textContent }) => textContent)).toEqual([
    "Dashboard",
    "Assignment Queue3",
    "CSR Approvals0",
    "Loyalty Order",
    "All Submissions100+",
    "Deny List",
  ]);
});

test.each([
  [0, "0 seconds"],
  [59, "59 seconds"],
  [60, "1 minute"],
  [3_599, "59 minutes"],
  [3_600, "1 hour"],
  [215_999, "59 hours"],
  [216_000, "2 days"],
  [1_295_999, "14 days"],
  [1_296_000, "Over a Month"],
])("%d seconds are shown as %s", (seconds, text) => {
  expect(formatWaitingTime(seconds)).toBe(text);
});

test("a phone number of ten digits has the prefix +1", () => {
  expect(formatPhone("6145550123")).toBe("+1 614-555-0123");
});

it("shows the average times, and the submissions by status and by deny reason", async () => {
  show(
    <Dashboard
      hasPromotions
      tabs={TABS}
      stats={{ createdToApproved: 7_200, assignedToApproved: 120, createdToAssigned: null }}
      byStatus={[{ status: "Denied", count: 4 }]}
      byDenyReason={[{ reason: "Too late", count: 4 }]}
      workload={[]}
    />,
  );
  expect((await screen.findAllByRole("tab")).map((tab) => tab.textContent)).toEqual([
    "Dashboard",
    "Assignment Queue",
    "CSR Approvals",
    "Loyalty Order",
    "All Submissions",
    "Deny List",
  ]);
  for (const [title, time] of [
    ["Average time from Submitted to Approved/Denied", "2 hours"],
    ["Average time from Assigned to Approved/Denied", "2 minutes"],
    ["Average time from Submitted to Assigned", "None yet"],
  ])
    expect(screen.getByRole("heading", { name: title }).nextSibling?.textContent).toBe(time);
  screen.getByRole("heading", { name: "Submissions by Status" });
  screen.getByRole("heading", { name: "Submissions by Deny Reason" });
  expect(screen.getAllByRole("cell").map((cell) => cell.textContent)).toEqual([
    "Denied",
    "4",
    "Too late",
    "4",
  ]);
});

it("lists the assignment queue, and assigns what is selected", async () => {
  show(
    <AssignmentQueue
      list={assignmentList.declaration}
      {...page([QUEUED])}
      assignmentType="unAssigned"
      reviewers={REVIEWERS}
    />,
  );
  expect(await columns()).toEqual([
    "Name / Email",
    "Status / Assignee",
    "Created Date (UTC) / Assigned Date (UTC)",
    "Promotion",
    "Amount",
    "Risk",
    "Reasons",
  ]);
  expect(rowTexts().slice(-5)).toEqual([
    "11/20 6:05 pm11/21 12:05 am",
    "Free battery",
    "$49.90",
    "Critical60",
    "Similar receipt picture",
  ]);
  expect(optionsOf("Assignment Type")).toEqual(["Unassigned", "Assigned", "On Hold", "High risk", "All"]);
  expect(optionsOf("Page Size")).toEqual(["10", "20", "30", "40", "50"]);
  expect(optionsOf("Sort By")[0]).toBe("Created Date, Old to New");
  expect(screen.queryByLabelText("Assignee")).toBeNull();
  fireEvent.click(screen.getByRole("checkbox", { name: "Select Ana Martin" }));
  expect(optionsOf("Assignee")).toEqual(["Select Assignee", "sam@shop.example"]);
  expect(isOff("Assign")).toBe(true);
  fireEvent.change(screen.getByLabelText("Assignee"), { target: { value: "2" } });
  expect(isOff("Assign")).toBe(false);
});

it("reassigns what is assigned", async () => {
  show(
    <AssignmentQueue
      list={assignmentList.declaration}
      {...page([QUEUED])}
      assignmentType="assigned"
      reviewers={REVIEWERS}
    />,
  );
  fireEvent.click(await screen.findByRole("checkbox", { name: "Select Ana Martin" }));
  screen.getByRole("button", { name: "Reassign" });
});

it.each([
  ["unAssigned", true],
  ["assigned", false],
  ["assignmentQueue", false],
] as const)("on the view %s, assigns only what is unassigned: %s", async (assignmentType, onlyUnassigned) => {
  const posts: PageCall[] = [];
  const action = async ({ request }: { request: Request }) => {
    posts.push(await request.json());
    return null;
  };
  const element = (
    <AssignmentQueue
      list={assignmentList.declaration}
      {...page([QUEUED])}
      assignmentType={assignmentType}
      reviewers={REVIEWERS}
    />
  );
  renderConsole([{ path: "/promo", element, action, loader: () => null }], "/promo");
  fireEvent.click(await screen.findByRole("checkbox", { name: "Select Ana Martin" }));
  fireEvent.change(screen.getByLabelText("Assignee"), { target: { value: "2" } });
  fireEvent.click(screen.getByRole("button", { name: /^(Assign|Reassign)$/ }));
  await waitFor(() =>
    expect(posts).toMatchObject([{ call: "promo.assign", input: { list: [7], onlyUnassigned } }]),
  );
});

it("lists what wasn't assigned, and selects nothing any longer", async () => {
  const rows = ["7", "8", "9"].map((id) => ({ ...QUEUED, id }));
  const refusal = (id: number) => ({ id, isDone: false, msg: `Submission ${id} is Denied.` });
  const answer: CallAnswer = {
    notice: { level: "warning", text: "Assignee changes successfully. 2 of 3 weren't changed" },
    value: { list: [{ id: 7, isDone: true, msg: "" }, refusal(8), refusal(9)] },
  };
  const element = (
    <AssignmentQueue
      list={assignmentList.declaration}
      {...page(rows)}
      assignmentType="assignmentQueue"
      reviewers={REVIEWERS}
    />
  );
  renderConsole([{ path: "/promo", element, action: () => answer, loader: () => null }], "/promo");
  fireEvent.click(await screen.findByLabelText("Select all submissions on this page"));
  fireEvent.change(screen.getByLabelText("Assignee"), { target: { value: "2" } });
  fireEvent.click(screen.getByRole("button", { name: "Assign" }));
  const outcomes = within(await screen.findByRole("region", { name: "Outcomes" }));
  expect(outcomes.getAllByText(/^Submission/).map(({ textContent }) => textContent)).toEqual([
    "Submission 8 is Denied.",
    "Submission 9 is Denied.",
  ]);
  expect(screen.queryByRole("button", { name: "Assign" })).toBeNull();
});

it("assigns at most 100 submissions", async () => {
  const rows = Array.from({ length: 101 }, (_, index) => ({ ...QUEUED, id: String(index) }));
  show(
    <AssignmentQueue
      list={assignmentList.declaration}
      {...page(rows)}
      assignmentType="unAssigned"
      reviewers={REVIEWERS}
    />,
  );
  // By labels and texts: among the elements of a hundred rows a search by role takes seconds in jsdom.
  fireEvent.click(await screen.findByLabelText("Select all submissions on this page"));
  screen.getByText("Max Records to update is set to: 100");
  fireEvent.change(screen.getByLabelText("Assignee"), { target: { value: "2" } });
  expect(screen.getByText("Assign").closest("button")?.getAttribute("aria-disabled")).toBe("true");
});

it("lists the approvals, with the submission's age and its target time", async () => {
  show(<CsrApprovals list={approvalsList.declaration} {...page([QUEUED])} {...REVIEW} />);
  expect(await columns()).toEqual([
    "Email",
    "Created (UTC) / Assigned Date (UTC)",
    "Age Of Submission",
    "Status",
    "Shipping Address 1 / Shipping Address 2",
    "Address Used / ReceiptId Used",
    "Promotion",
    "Amount",
    "Risk",
  ]);
  expect(rowTexts()).toEqual(expect.arrayContaining(["2 hoursDue 11/23 11:05 pm", "1 Main StSuite 9"]));
  screen.getByText("Yes");
  screen.getByText("page 1 of 1");
});

it("lists loyalty orders, and clears the search, the filters and the order", async () => {
  const { router } = show(
    <LoyaltyOrders
      list={loyaltyList.declaration}
      {...page([LISTED], 3)}
      {...REVIEW}
      filter={{ status: "Denied", denyReason: "3" }}
      statuses={[{ value: "Denied", label: "Denied" }]}
    />,
    "/promo?tab=LoyaltyOrder&q=ana&loyaltyStatus=Denied&loyaltyReason=3&size=50&page=2",
  );
  expect(await columns()).toEqual([
    "Email",
    "Submission Date (UTC)",
    "Status / Deny Reason",
    "Address / Address line 2",
    "Address Used / ReceiptId Used",
    "Promotion",
    "Amount",
    "Risk",
  ]);
  screen.getByPlaceholderText("Search Submissions");
  screen.getByText("page 1 of 3");
  expect(optionsOf("Status")).toEqual(["All", "Denied"]);
  expect(optionsOf("Reason")).toEqual(["All", "Too late"]);
  fireEvent.click(screen.getByRole("button", { name: "Clear All" }));
  await waitFor(() => expect(router.state.location.search).toBe("?tab=LoyaltyOrder"));
});

it("doesn't search for a text that was typed just before Clear All", async () => {
  const { router } = show(
    <LoyaltyOrders
      list={loyaltyList.declaration}
      {...page([LISTED])}
      {...REVIEW}
      filter={{ status: "", denyReason: "" }}
      statuses={[]}
    />,
    "/promo?tab=LoyaltyOrder&size=50",
  );
  const search = () => screen.getByPlaceholderText<HTMLInputElement>("Search Submissions");
  await screen.findByRole("table");
  vi.useFakeTimers({ shouldAdvanceTime: true });
  fireEvent.change(search(), { target: { value: "ana" } });
  fireEvent.click(screen.getByRole("button", { name: "Clear All" }));
  expect(search().value).toBe("");
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(router.state.location.search).toBe("?tab=LoyaltyOrder");
});

it("loads the loyalty orders again when a detail is closed", async () => {
  let loads = 0;
  const loader = () => {
    loads += 1;
    return null;
  };
  const element = (
    <LoyaltyOrders
      list={loyaltyList.declaration}
      {...page([LISTED])}
      {...REVIEW}
      filter={{ status: "", denyReason: "" }}
      statuses={[]}
    />
  );
  const detail = () => ({ notice: { level: "critical", text: "This submission doesn't exist." } });
  renderConsole(
    [
      { path: "/promo", element, loader },
      { path: "/promo/submissions/:id", loader: detail },
      { path: "/promo/submissions/:id/reading", loader: () => null },
    ],
    "/promo?tab=LoyaltyOrder",
  );
  fireEvent.click(await screen.findByRole("button", { name: "ana@customers.example" }));
  await screen.findByText("This submission doesn't exist.");
  const before = loads;
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(loads).toBe(before + 1));
});

it("lists all submissions, with who decided in place of the assignee", async () => {
  show(
    <AllSubmissions list={submissionsList.declaration} {...page([LISTED])} filter={{}} filterNames={{}} />,
  );
  expect(await columns()).toEqual([
    "Email",
    "Submission Date (UTC) / Approved/Denied Date (UTC)",
    "Address / Address line 2",
    "Address Used",
    "Status / Assignee",
    "Order / Fulfillment Status",
    "Promotion / Age Range",
    "Amount",
    "Risk",
  ]);
  const row = rowTexts().join(" ");
  for (const text of ["approver@shop.example", "11/21 12:05 am", "#1001", "Shipped", "25-34"])
    expect(row).toContain(text);
  screen.getByRole("button", { name: "Export" });
});
