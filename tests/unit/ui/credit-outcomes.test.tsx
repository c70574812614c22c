// @vitest-environment jsdom
import "./browser";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { answerCall } from "~/core/answer-call.server";
import { creditTexts } from "~/functions/credits/page.server";
import Outcomes from "~/functions/credits/ui/Outcomes";
import { type PostedRequest, postedRequestOf } from "~/functions/credits/ui/use-posted";
import { renderConsole } from "./render-console";

const failed = (postingId: string | null) => ({
  id: "7",
  postingId,
  state: "FAILED" as const,
  problem: "Refused.",
});
const request = {
  call: "credits.issueCredits" as const,
  amount: "5.00",
  reference: "Welcome",
  expirationDate: "",
  list: [failed(null)],
};

it("retrying failed ones keeps the operation id after a lost response and takes a new one after a response", async () => {
  const answers = [
    { offline: true, notice: { level: "critical", text: "No answer 1." } },
    { notice: { level: "success", text: "On its way 2." }, value: { list: [failed("p-2")] } },
    { notice: { level: "success", text: "On its way 3." }, value: { list: [failed("p-3")] } },
  ] as const;
  const posts: { ids: string; operationId: string }[] = [];
  const action = async (call: { request: Request }) => {
    const { ids, operationId } = (await call.request.json()).input.body;
    posts.push({ ids, operationId });
    return answers[posts.length - 1] ?? null;
  };
  const element = <Outcomes request={request} names={new Map()} onClose={() => undefined} />;
  renderConsole(
    [
      { path: "/credits", element, action },
      { path: "/credits/states", loader: () => ({ list: [] }) },
    ],
    "/credits",
  );
  for (const text of ["No answer 1.", "On its way 2.", "On its way 3."]) {
    const button = await screen.findByRole("button", { name: "Try the failed ones again" });
    await waitFor(() => expect(button.getAttribute("aria-disabled")).not.toBe("true"));
    fireEvent.click(button);
    await screen.findByText(text);
  }
  const [lost, again, later] = posts;
  expect(again).toEqual(lost);
  expect(lost?.ids).toBe("7");
  expect(later?.operationId).not.toBe(again?.operationId);
});

it("the answer to a retry isn't taken for that of a request that was posted since", async () => {
  let answer = () => {};
  const action = () =>
    new Promise<object>((resolve) => {
      answer = () =>
        resolve({ notice: { level: "success", text: "Retried." }, value: { list: [failed("p-2")] } });
    });
  const next = { ...request, list: [{ ...failed("p-3"), state: "CONFIRMED" as const, problem: null }] };
  function Requests() {
    const [shown, setShown] = useState<PostedRequest>(request);
    return (
      <>
        <button type="button" onClick={() => setShown(next)}>
          Post another
        </button>
        <Outcomes request={shown} names={new Map()} onClose={() => undefined} />
      </>
    );
  }
  renderConsole(
    [
      { path: "/credits", element: <Requests />, action },
      { path: "/credits/states", loader: () => ({ list: [] }) },
    ],
    "/credits",
  );
  fireEvent.click(await screen.findByRole("button", { name: "Try the failed ones again" }));
  fireEvent.click(screen.getByRole("button", { name: "Post another" }));
  await screen.findByText("Confirmed");
  await act(async () => answer());
  await screen.findByText("Retried.");
  expect(screen.getByText("Confirmed")).toBeTruthy();
  expect(screen.queryByText("Failed")).toBeNull();
});

async function requestApprovedBy(approve: () => Promise<unknown>) {
  const call = { call: "credits.approve", input: { id: "a" } };
  return postedRequestOf(await answerCall({ credits: { approve } }, creditTexts, call), "USD");
}

it("an approved reversal can't be retried here, because the retry would be a plain transaction", async () => {
  const approval = { type: "Adjustment", amountCents: 500, reference: "A mistake", expirationDate: null };
  const open = async (reversesId: string | null) => {
    const answer = { status: true, msg: "Approved.", list: [failed("p-1")], people: [] };
    const approve = async () => ({ ...answer, approval: { ...approval, reversesId } });
    const posted = await requestApprovedBy(approve);
    const element = <Outcomes request={posted ?? request} names={new Map()} onClose={() => undefined} />;
    const { unmount } = renderConsole(
      [
        { path: "/credits", element },
        { path: "/credits/states", loader: () => ({ list: [] }) },
      ],
      "/credits",
    );
    const counted = reversesId ? "transaction" : "customer";
    await screen.findByText(new RegExp(`0 of 1 ${counted} confirmed, 1 failed`));
    const isOffered = screen.queryByRole("button", { name: "Try the failed ones again" }) !== null;
    unmount();
    return isOffered;
  };
  expect([await open(null), await open("p-0")]).toEqual([true, false]);
});

it("an approved reversal shows what it returns, as one line for each transaction", async () => {
  const list = ["p-1", "p-2"].map((postingId) => ({
    id: "7",
    postingId,
    state: "PENDING" as const,
    problem: null,
  }));
  const approval = { type: "Credit", amountCents: 40_000, reference: "A mistake", expirationDate: null };
  const approve = async () => ({
    status: true,
    msg: "Approved.",
    list,
    people: [],
    approval: { ...approval, reversesId: "p-0" },
    reversedCents: 30_000,
  });
  const posted = await requestApprovedBy(approve);
  const states = list.map(({ postingId }) => ({ id: postingId, state: "CONFIRMED", problem: null }));
  const element = (
    <Outcomes request={posted ?? request} names={new Map([["7", "Ann"]])} onClose={() => undefined} />
  );
  renderConsole(
    [
      { path: "/credits", element },
      { path: "/credits/states", loader: () => ({ list: states }) },
    ],
    "/credits",
  );
  await screen.findByText("Credit of $300.00, “A mistake”: 2 of 2 transactions confirmed");
  expect(screen.getAllByRole("listitem")).toHaveLength(2);
});

it("pending outcomes are polled until they end, even without a realtime event", async () => {
  const states = ["PENDING", "PENDING", "CONFIRMED"];
  let requestCount = 0;
  const loader = () => {
    const state = states[requestCount];
    requestCount += 1;
    return { list: [{ id: "p-1", state, problem: null }] };
  };
  const list = [{ id: "7", postingId: "p-1", state: "PENDING" as const, problem: null }];
  const element = (
    <Outcomes request={{ ...request, list }} names={new Map([["7", "Ann"]])} onClose={() => undefined} />
  );
  renderConsole(
    [
      { path: "/credits", element },
      { path: "/credits/states", loader },
    ],
    "/credits",
  );
  await screen.findByText(/1 of 1 customer confirmed/);
  expect(requestCount).toBe(3);
});

it("outcomes stay as they were while the server doesn't answer, and are polled again", async () => {
  const posting = (id: string, state: string) => ({ id, state, problem: null });
  let isReachable = true;
  let unanswered = 0;
  const loader = () => {
    if (isReachable) return { list: [posting("p-1", "CONFIRMED"), posting("p-2", "PENDING")] };
    unanswered += 1;
    return null;
  };
  const list = ["p-1", "p-2"].map((postingId) => ({
    id: postingId,
    postingId,
    state: "PENDING" as const,
    problem: null,
  }));
  renderConsole(
    [
      {
        path: "/credits",
        element: <Outcomes request={{ ...request, list }} names={new Map()} onClose={() => undefined} />,
      },
      { path: "/credits/states", loader },
    ],
    "/credits",
  );
  await screen.findByText(/1 of 2 customers confirmed/);
  isReachable = false;
  await waitFor(() => expect(unanswered).toBe(2));
  screen.getByText(/1 of 2 customers confirmed/);
});
