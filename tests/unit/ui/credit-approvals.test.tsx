import { cents } from "~/platform/money/cents";
// @vitest-environment jsdom
import "./browser";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Approval } from "~/functions/credits/approvals/find-waiting.server";
import { Approvals } from "~/functions/credits/ui/Approvals";
import { renderConsole } from "./render-console";

const person = (id: number) => ({
  id: String(id),
  name: `Customer ${id}`,
  email: `${id}@x.example`,
  balanceCents: cents(id * 100),
});
const waiting: Approval = {
  id: "a",
  state: "waiting",
  type: "Credit",
  customers: 5,
  people: [1, 2, 3].map(person),
  amountCents: cents(5_000),
  reference: "Sorry",
  expirationDate: "2031-01-01T00:00:00.000Z",
  reversesId: null,
  askedById: "3",
  askedByName: "Casey",
  askedAt: "2026-11-21T12:00:00.000Z",
  decidedByName: null,
  isWithdrawn: false,
  decidedAt: null,
  reason: null,
};
const declined: Approval = {
  ...waiting,
  id: "b",
  state: "declined",
  reference: "Older",
  decidedByName: "Olive",
  reason: "Too much",
};
const withdrawn: Approval = {
  ...declined,
  id: "d",
  reference: "Oldest",
  decidedByName: "Casey",
  isWithdrawn: true,
  reason: "A slip",
};
const own: Approval = { ...waiting, id: "c", reference: "Mine", askedById: "1" };

const APPROVED = { list: [], people: [], approval: waiting };
const REQUEST = {
  call: "credits.issueCredits",
  amount: "50.00",
  reference: "Sorry",
  expirationDate: "12/31/2030",
  isReversal: false,
  list: [],
  people: [],
};

it("an approver sees customers, amount, expiry and outcome, and decided requests are listed separately", async () => {
  const posts: unknown[] = [];
  const action = async (call: { request: Request }) => {
    const posted = await call.request.json();
    posts.push(posted);
    const text = "Approved. It is on its way for 5 customers.";
    return { notice: { level: "success", text }, posted, value: APPROVED };
  };
  const onPosted = vi.fn();
  const element = <Approvals approvals={[waiting, own, declined, withdrawn]} onPosted={onPosted} />;
  renderConsole(
    [
      { path: "/credits", element, action },
      { path: "/credits/approvals/:id", loader: () => ({ list: [1, 2, 3, 4, 5].map(person) }) },
    ],
    "/credits",
  );
  const section = await screen.findByRole("region", { name: "Approvals" });
  expect(section.textContent).toContain(
    "Credit of $50.00 for Customer 1, Customer 2, Customer 3, and 2 others, $250.00 in total: “Sorry”, good until 12/31/2030 (UTC), requested by Casey",
  );
  expect(section.textContent).not.toContain("Too much");
  fireEvent.click(screen.getByRole("button", { name: /^\d+ customers? of Sorry$/ }));
  await screen.findByText("Customer 5 (5@x.example): $5.00 now");
  fireEvent.click(screen.getByRole("button", { name: "Recently decided (2)" }));
  await screen.findByText(/Declined by Olive: Too much/);
  screen.getByText(/Withdrawn by Casey: A slip/);

  // Requesters can't approve their own request, but may withdraw it.
  expect(screen.getByRole("button", { name: "Approve: Mine" }).getAttribute("aria-disabled")).toBe("true");
  screen.getByRole("button", { name: "Withdraw: Mine" });
  fireEvent.click(screen.getByRole("button", { name: "Approve: Sorry" }));
  await waitFor(() => expect(onPosted).toHaveBeenCalledWith(REQUEST));
  expect(posts).toMatchObject([{ call: "credits.approve", input: { id: "a", onRepeat: "ask" } }]);
});

it("says so when not all requests are shown", async () => {
  const many = Array.from({ length: 100 }, (_, index) => ({ ...declined, id: String(index) }));
  renderConsole(
    [{ path: "/credits", element: <Approvals approvals={many} onPosted={vi.fn()} /> }],
    "/credits",
  );
  await screen.findByText(/^At most 100 requests are shown:/);
});

it("no other request can be approved while one is being approved, so each answer is shown", async () => {
  const other: Approval = { ...waiting, id: "e", reference: "Thanks" };
  let posted: { input?: { id: string } } = {};
  let answer: (value: unknown) => void = () => undefined;
  const ids: string[] = [];
  const action = async (call: { request: Request }) => {
    posted = await call.request.json();
    ids.push(String(posted.input?.id));
    return new Promise((resolve) => {
      answer = resolve;
    });
  };
  const onPosted = vi.fn();
  const element = <Approvals approvals={[waiting, other]} onPosted={onPosted} />;
  renderConsole([{ path: "/credits", element, action }], "/credits");
  const approve = (reference: string) => screen.getByRole("button", { name: `Approve: ${reference}` });
  await waitFor(() => approve("Sorry"));
  fireEvent.click(approve("Sorry"));
  await waitFor(() => expect(ids).toEqual(["a"]));
  fireEvent.click(approve("Thanks"));
  answer({ notice: { level: "success", text: "Approved." }, posted, value: APPROVED });
  await waitFor(() => expect(onPosted).toHaveBeenCalledWith(REQUEST));
  expect(ids).toEqual(["a"]);
  await waitFor(() => expect(approve("Thanks").getAttribute("aria-disabled")).not.toBe("true"));
});

it("a repeated request asks below its own line, and is approved when that is confirmed", async () => {
  const other: Approval = { ...waiting, id: "e", reference: "Thanks" };
  const question = "This customer already got a credit of $50.00 with this reference in the last 7 days.";
  const posts: unknown[] = [];
  const action = async ({ request }: { request: Request }) => {
    const posted = await request.json();
    const { id, onRepeat } = posted.input;
    posts.push({ id, onRepeat });
    return onRepeat === "post"
      ? { notice: { level: "success", text: "Approved." } }
      : { posted, value: { repetition: { question, earlier: [], more: 0 } } };
  };
  const element = <Approvals approvals={[waiting, other]} onPosted={() => undefined} />;
  renderConsole([{ path: "/credits", element, action }], "/credits");
  fireEvent.click(await screen.findByRole("button", { name: "Approve: Sorry" }));
  const shownQuestion = await screen.findByText(question);
  const lines = ["Sorry", "Thanks"].map((reference) =>
    screen.getByRole("button", { name: new RegExp(`^\\d+ customers? of ${reference}$`) }),
  );
  // In this order: the request, its question, the next request.
  const follows = (one: Node | undefined, next: Node | undefined) =>
    one && next ? one.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING : 0;
  expect([follows(lines[0], shownQuestion), follows(shownQuestion, lines[1])]).not.toContain(0);
  fireEvent.click(screen.getByRole("button", { name: "Post it anyway" }));
  await waitFor(() => expect(screen.queryByText(question)).toBeNull());
  expect(posts).toEqual([
    { id: "a", onRepeat: "ask" },
    { id: "a", onRepeat: "post" },
  ]);
});
