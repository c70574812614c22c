// @vitest-environment jsdom
import "./browser";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { CallAnswer } from "~/core/answer-call.server";
import type { SubmissionView } from "~/functions/promo/schemas";
import { RewardInput } from "~/functions/promo/ui/promotions/PromotionForm";
import BulkReview from "~/functions/promo/ui/review/BulkReview";
import { MessageSection } from "~/functions/promo/ui/review/MessageSection";
import { useReviewChoice } from "~/functions/promo/ui/review/ReplyInput";
import { HistorySection } from "~/functions/promo/ui/review/SubmissionDialog";
import { SecondLooksPage } from "~/functions/promo/ui/SecondLooksPage";
import type { PageCall } from "~/platform/page-call";
import { BulkBar } from "~/ui/list/BulkBar";
import { usePersistentSelection } from "~/ui/list/useSelection";
import { renderConsole } from "./render-console";

// jsdom doesn't scroll.
Element.prototype.scrollBy ??= () => {};

const REPLIES = [{ id: 3, use: "deny" as const, name: "Old receipt", text: "Hello {{name}}" }];
const ROWS = [{ id: "1" }, { id: "2" }];

function Queue() {
  const selection = usePersistentSelection(ROWS);
  return (
    <>
      <button type="button" onClick={selection.toggleAll}>
        Select all
      </button>
      {ROWS.map(({ id }) => (
        <button type="button" key={id} onClick={() => selection.toggle(id)}>
          Select {id}
        </button>
      ))}
      <BulkBar rows={ROWS} selection={selection} actions={[]} loading={false}>
        <BulkReview
          selection={selection}
          denyReasons={[{ value: "7", label: "Too late" }]}
          holdReasons={[]}
          replies={REPLIES}
        />
      </BulkBar>
    </>
  );
}

it("decides on the selected submissions, and shows the outcome of each", async () => {
  const posts: PageCall[] = [];
  const list = [
    { id: 1, isDone: true, msg: "" },
    { id: 2, isDone: false, msg: "Submission 2 is Approved. It wasn't changed. Reload the list." },
  ];
  const answer: CallAnswer = {
    notice: { level: "warning", text: "Submission Denied successfully. 1 of 2 weren't changed" },
    value: { list },
  };
  const action = async ({ request }: { request: Request }) => {
    posts.push(await request.json());
    return answer;
  };
  renderConsole([{ path: "/promo", element: <Queue />, action, loader: () => null }], "/promo");
  fireEvent.click(await screen.findByText("Select all"));
  const deny = () => screen.getByRole<HTMLButtonElement>("button", { name: "Deny" });
  expect(deny().getAttribute("aria-disabled")).toBe("true");
  fireEvent.change(screen.getByLabelText("Deny reason"), { target: { value: "7" } });
  fireEvent.click(screen.getByRole("button", { name: "Message" }));
  fireEvent.change(screen.getByLabelText("Reply template"), { target: { value: "3" } });
  const message = screen.getByLabelText<HTMLTextAreaElement>("Message");
  expect(message.value).toBe("Hello {{name}}");
  // What was typed is there again after another choice.
  const choose = (value: string) =>
    fireEvent.change(screen.getByLabelText("Reply template"), { target: { value } });
  fireEvent.change(message, { target: { value: "" } });
  fireEvent.change(message, { target: { value: "My own words" } });
  choose("3");
  expect(message.value).toBe("Hello {{name}}");
  choose("");
  expect(message.value).toBe("My own words");
  choose("3");
  fireEvent.click(deny());
  const dialog = await screen.findByRole("dialog", { name: "Deny 2 submissions?" });
  expect(posts).toEqual([]);
  fireEvent.click(within(dialog).getByRole("button", { name: "Deny" }));
  const outcomes = await screen.findByRole("region", { name: "Outcomes" });
  within(outcomes).getByText("Submission 1");
  within(outcomes).getByText(/^Submission 2 is Approved/);
  expect(posts).toMatchObject([
    { call: "promo.deny", input: { list: [1, 2], reason: "7", message: "Hello {{name}}" } },
  ]);
});

/** Approves the first submission. @returns answers the approval */
async function approveFirst(): Promise<() => void> {
  let answer = (_: CallAnswer) => {};
  const action = () =>
    new Promise<CallAnswer>((resolve) => {
      answer = resolve;
    });
  renderConsole([{ path: "/promo", element: <Queue />, action, loader: () => null }], "/promo");
  fireEvent.click(await screen.findByText("Select 1"));
  fireEvent.click(screen.getByRole("button", { name: "Approve" }));
  return () =>
    answer({
      notice: { level: "success", text: "Approved" },
      value: { list: [{ id: 1, isDone: true, msg: "" }] },
    });
}

it("keeps what is ticked while a decision is on its way", async () => {
  const finish = await approveFirst();
  fireEvent.click(screen.getByText("Select 2"));
  screen.getByText("2 selected");
  finish();
  await screen.findByText("1 selected");
});

it("keeps a message that is written while a decision is in flight", async () => {
  const finish = await approveFirst();
  fireEvent.click(screen.getByText("Select 2"));
  fireEvent.click(screen.getByRole("button", { name: "Message" }));
  fireEvent.change(screen.getByLabelText("Message"), { target: { value: "For the other submission" } });
  finish();
  await screen.findByText("1 selected");
  expect(screen.getByLabelText<HTMLTextAreaElement>("Message").value).toBe("For the other submission");
});

it.each([
  { typed: "Hello", left: "" },
  { typed: "Please send another photo.", left: "Please send another photo." },
])("of an answer that is sent, the field keeps only another message: “$left”", async ({ typed, left }) => {
  let answer = (_: CallAnswer) => {};
  const action = () =>
    new Promise<CallAnswer>((resolve) => {
      answer = resolve;
    });
  const submission = { id: 5, email: "ana@customers.example", firstName: "Ana" } as SubmissionView;
  const Review = () => (
    <MessageSection
      submission={submission}
      replies={[]}
      denyReasons={[]}
      holdReasons={[]}
      choice={useReviewChoice("5")}
    />
  );
  renderConsole([{ path: "/promo", element: <Review />, action, loader: () => null }], "/promo");
  const field = await screen.findByLabelText<HTMLTextAreaElement>("Message");
  fireEvent.change(field, { target: { value: "Hello" } });
  fireEvent.click(screen.getByRole("button", { name: "Send answer" }));
  fireEvent.change(field, { target: { value: typed } });
  await act(async () => answer({ notice: { level: "success", text: "The message will be sent" } }));
  // Also in the dialog, which covers the notice.
  await waitFor(() => expect(screen.getAllByText("The message will be sent")).toHaveLength(2));
  await waitFor(() => expect(field.value).toBe(left));
});

it("shows which approvals were undone", async () => {
  const refusal = { isDone: false, msg: "Submission 2 has been approved by others." };
  const undo = { label: "Undo", call: { call: "promo.undoApprove", input: { list: [1] } } };
  const answers: Record<string, CallAnswer> = {
    "promo.approve": {
      notice: { level: "warning", text: "1 of 2 weren't changed", undo },
      value: {
        list: [
          { id: 1, isDone: true, msg: "" },
          { id: 2, ...refusal },
        ],
      },
    },
    "promo.undoApprove": {
      notice: { level: "success", text: "The approval was undone" },
      value: { list: [{ id: 1, isDone: true, msg: "" }] },
    },
  };
  const action = async ({ request }: { request: Request }) => {
    const { call } = await request.json();
    return { call, ...answers[call] };
  };
  renderConsole([{ path: "/promo", element: <Queue />, action, loader: () => null }], "/promo");
  fireEvent.click(await screen.findByText("Select all"));
  fireEvent.click(screen.getByRole("button", { name: "Approve" }));
  const outcomes = within(await screen.findByRole("region", { name: "Outcomes" }));
  outcomes.getByText("Changed");
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  await outcomes.findByText("Undone");
  expect(outcomes.queryByText("Changed")).toBeNull();
  outcomes.getByText("Not changed");
});

it("lists approvals that wait for a second look, with the agreement per reviewer", async () => {
  const look = {
    id: "5",
    name: "Ana Martin",
    approver: "sam@shop.example",
    approvedDate: "2026-06-01T10:00:00Z",
  };
  const agreement = [{ id: "2", reviewer: "sam@shop.example", due: 1, looks: 8, agreed: 6 }];
  const element = <SecondLooksPage looks={[look]} agreement={agreement} />;
  renderConsole([{ path: "/promo/second-looks", element }], "/promo/second-looks");
  await screen.findByRole("button", { name: "Review Ana Martin" });
  screen.getByText("75%");
});

it("loads the history of a submission when it is opened, and says that it has earlier changes", async () => {
  const at = "2026-06-01T10:00:00Z";
  const changes = [{ field: "Status", before: "In Review", after: "Denied" }];
  const loader = () => ({
    list: [{ id: "1", who: "Olive Owner", what: "Denied a submission", changes, at }],
    hasMore: true,
  });
  renderConsole([
    { path: "/", element: <HistorySection id="5" /> },
    { path: "/promo/submissions/:id/history", loader },
  ]);
  fireEvent.click(await screen.findByRole("button", { name: "History" }));
  await screen.findByText("Denied a submission");
  screen.getByText(/There are earlier changes/);
  const link = screen.getByRole("link", { name: "See all changes" });
  expect(link.getAttribute("href")).toBe("/activity/submission/5");
});

it("finds a reward by a search, and sends the variant's number", async () => {
  const loader = ({ request }: { request: Request }) => {
    const search = new URL(request.url).searchParams.get("q") ?? "";
    const list = [{ id: "4711", title: "Battery - 5 Ah", sku: "BAT-5" }];
    return { list: search === "bat" ? list : [] };
  };
  const element = (
    <form aria-label="promotion">
      <RewardInput variantId="" title="" />
    </form>
  );
  renderConsole([
    { path: "/", element },
    { path: "/promo/promotions/rewards", loader },
  ]);
  const field = await screen.findByRole("combobox", { name: "Reward" });
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: "bat" } });
  fireEvent.click(await screen.findByRole("option", { name: "Battery - 5 Ah (BAT-5)" }));
  const form = screen.getByRole<HTMLFormElement>("form", { name: "promotion" });
  await waitFor(() => expect(new FormData(form).get("rewardVariantId")).toBe("4711"));
});
