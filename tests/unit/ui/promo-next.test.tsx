// @vitest-environment jsdom
/** Submissions are reviewed one after the other. */
import "./browser";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { type LoaderFunctionArgs, useLoaderData } from "react-router-dom";
import { afterEach, expect, it } from "vitest";
import type { CallAnswer } from "~/core/answer-call.server";
import { approvalsList } from "~/functions/promo/list.server";
import { CsrApprovals } from "~/functions/promo/ui/CsrApprovals";
import type { QueueListRow } from "~/functions/promo/ui/lists";
import { SecondLooksPage } from "~/functions/promo/ui/SecondLooksPage";
import type { Notice } from "~/platform/notice";
import { pageOfRows } from "./page-of-rows";
import { renderConsole } from "./render-console";

// jsdom doesn't scroll.
Element.prototype.scrollBy ??= () => {};
afterEach(() => localStorage.clear());

const row = (id: string) =>
  ({
    id,
    name: `Customer ${id}`,
    email: `c${id}@x.example`,
    status: "In Review",
    createdDate: "2026-06-01T10:00:00Z",
    dueDate: "2026-06-04T10:00:00Z",
    ageOfSubmission: 60,
    isLate: false,
    risks: [] as string[],
  }) as QueueListRow;
const result = pageOfRows([row("1"), row("2")], {
  pager: { page: 1, pages: 1 },
  total: { count: 168, exact: true },
});

const submissionRoutes = [
  {
    path: "/promo/submissions/:id",
    loader: ({ params }: LoaderFunctionArgs) => ({
      submission: {
        id: Number(params.id),
        displayName: "Ana",
        status: "In Review",
        reviewerId: "1",
        signals: [],
        messages: [],
        purchaseDate: "2026-05-20",
        amountCents: 1_999,
        shippingFirstName: "Ana",
        shippingLastName: "Martin",
        shippingAddress1: "1 Main St",
        shippingCity: "Columbus",
        shippingState: "OH",
        shippingPostalCode: "43004",
        shippingCountry: "United States",
      },
      receipt: null,
    }),
  },
  {
    path: "/promo/submissions/:id/reading",
    loader: ({ params }: LoaderFunctionArgs) => ({ id: params.id, state: "none", fields: [] }),
  },
  { path: "/promo/submissions/:id/duplicates", loader: () => ({ list: [] }) },
];

const Approvals = (page: { result: typeof result }) => (
  <CsrApprovals
    list={approvalsList.declaration}
    tabs={["CsrApprovals"]}
    state={{ search: "", sort: approvalsList.defaultSort, direction: "next", cursor: undefined } as never}
    pageSize={25}
    denyReasons={[]}
    holdReasons={[]}
    replies={[]}
    {...page}
  />
);

/** Opens the tab. @param takes the submissions that Take next finds, in this order */
function openTab(...takes: string[]) {
  const posts: string[] = [];
  const action = async ({ request }: { request: Request }): Promise<CallAnswer> => {
    const { call, input } = await request.json();
    if (call === "promo.takeNext") {
      const index = takes.findIndex((id) => id !== String(input.skip));
      const id = index < 0 ? null : Number(takes.splice(index, 1)[0]);
      const notice: Notice = { level: "info", text: "Nothing waits." };
      return { value: { id }, ...(id === null && { notice }) };
    }
    posts.push(`${call} ${input.list}`);
    return { notice: { level: "success", text: "Approved." } };
  };
  const element = <Approvals result={result} />;
  renderConsole([{ path: "/promo", element, action, loader: () => null }, ...submissionRoutes], "/promo");
  return posts;
}

const opened = (id: string) => screen.findByText(`${id} - Ana`);
const approve = () => fireEvent.click(screen.getByRole("button", { name: "Approve" }));
const closed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

it("Take next opens another submission after each decision, even when the decided one returns immediately", async () => {
  // Shopify refuses the order of 41, which is in review again before the next one is taken.
  const posts = openTab("41", "41", "7");
  fireEvent.click(await screen.findByRole("button", { name: "Take next" }));
  await opened("41");
  // A second press comes before the page shows the first one.
  act(() => {
    for (const key of ["a", "a"]) fireEvent.keyDown(document.body, { key });
  });
  await opened("7");
  approve();
  await opened("41");
  approve();
  await closed();
  expect(posts).toEqual(["promo.approve 41", "promo.approve 7", "promo.approve 41"]);
});

it("a remembered switch opens the next one of the list after a decision", async () => {
  const posts = openTab();
  fireEvent.click(await screen.findByRole("button", { name: "c1@x.example" }));
  await opened("1");
  const dialog = within(screen.getByRole("dialog"));
  dialog.getByText("1 of 168");
  dialog.getByText("$19.99");
  fireEvent.click(dialog.getByLabelText("Open the next one after a decision"));
  approve();
  await opened("2");
  dialog.getByText("2 of 168");
  fireEvent.keyDown(document.body, { key: "p" });
  await opened("1");
  fireEvent.keyDown(document.body, { key: "n" });
  await opened("2");
  approve();
  await closed();
  expect(posts).toEqual(["promo.approve 1", "promo.approve 2"]);
  expect(localStorage.getItem("backroom.opens-next")).toBe("on");
});

it("a submission that returns after its decision is decided again", async () => {
  localStorage.setItem("backroom.opens-next", "on");
  const posts = openTab();
  fireEvent.click(await screen.findByRole("button", { name: "c1@x.example" }));
  await opened("1");
  approve();
  await opened("2");
  // Shopify has refused the order of 1, or its approval was undone.
  fireEvent.keyDown(document.body, { key: "p" });
  await opened("1");
  approve();
  await opened("2");
  expect(posts).toEqual(["promo.approve 1", "promo.approve 1"]);
});

it("the next page opens nothing when the dialog was closed before it came", async () => {
  let answer = () => {};
  const isSecond = ({ request }: LoaderFunctionArgs) => new URL(request.url).searchParams.get("page") === "2";
  const loader = async (args: LoaderFunctionArgs) => {
    if (!isSecond(args)) return pageOfRows([row("1")], { hasNextPage: true, pager: { page: 1, pages: 2 } });
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return pageOfRows([row("2")], { hasPreviousPage: true, pager: { page: 2, pages: 2 } });
  };
  const Tab = () => <Approvals result={useLoaderData() as typeof result} />;
  renderConsole([{ path: "/promo", element: <Tab />, loader }, ...submissionRoutes], "/promo");
  fireEvent.click(await screen.findByRole("button", { name: "c1@x.example" }));
  await opened("1");
  const dialog = within(screen.getByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Next" }));
  fireEvent.click(dialog.getByRole("button", { name: "Close" }));
  await closed();
  await act(async () => answer());
  await screen.findByRole("button", { name: "c2@x.example" });
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("after a second look, the next one is opened, not the first", async () => {
  localStorage.setItem("backroom.opens-next", "on");
  let waiting = ["5", "6", "7"];
  const action = async ({ request }: { request: Request }): Promise<CallAnswer> => {
    const { input } = await request.json();
    waiting = waiting.filter((id) => id !== String(input.id));
    return { notice: { level: "success", text: "The second look was recorded" } };
  };
  const loader = () =>
    waiting.map((id) => ({
      id,
      name: `Customer ${id}`,
      approver: null,
      approvedDate: "2026-06-01T10:00:00Z",
    }));
  const Looks = () => <SecondLooksPage looks={useLoaderData() as never} agreement={[]} />;
  renderConsole(
    [
      { path: "/promo/second-looks", element: <Looks />, loader },
      { path: "/promo", action },
      ...submissionRoutes,
    ],
    "/promo/second-looks",
  );
  fireEvent.click(await screen.findByRole("button", { name: "Review Customer 6" }));
  await opened("6");
  fireEvent.click(screen.getByRole("button", { name: "Agree" }));
  await opened("7");
  fireEvent.click(screen.getByRole("button", { name: "Agree" }));
  await closed();
  screen.getByRole("button", { name: "Review Customer 5" });
});

it.each([
  ["a submission that was taken", 41],
  ["the answer that none waits", null],
])("%s doesn't replace the one that was opened since", async (_what, id) => {
  let answer = () => {};
  const answered = new Promise<CallAnswer>((resolve) => {
    answer = () => resolve({ value: { id } });
  });
  const element = <Approvals result={result} />;
  const routes = [{ path: "/promo", element, action: () => answered, loader: () => null }];
  renderConsole([...routes, ...submissionRoutes], "/promo");
  const take = await screen.findByRole("button", { name: "Take next" });
  fireEvent.click(take);
  fireEvent.click(screen.getByRole("button", { name: /c1@x.example/ }));
  await opened("1");
  await act(async () => answer());
  await waitFor(() => expect(take.getAttribute("aria-busy")).not.toBe("true"));
  screen.getByText("1 - Ana");
  expect(screen.queryByText("41 - Ana")).toBeNull();
});

it("a refused Take next leaves the one open that was decided", async () => {
  let isRefused = false;
  const action = async ({ request }: { request: Request }): Promise<CallAnswer> => {
    const { call } = await request.json();
    if (call !== "promo.takeNext") return { notice: { level: "success", text: "Approved." } };
    if (isRefused) return { status: 503, notice: { level: "critical", text: "Not now." } } as CallAnswer;
    isRefused = true;
    return { value: { id: 41 } };
  };
  const element = <Approvals result={result} />;
  renderConsole([{ path: "/promo", element, action, loader: () => null }, ...submissionRoutes], "/promo");
  const take = await screen.findByRole("button", { name: "Take next" });
  fireEvent.click(take);
  await opened("41");
  approve();
  await screen.findByText("Not now.");
  await waitFor(() => expect(take.getAttribute("aria-busy")).not.toBe("true"));
  await act(async () => {});
  within(screen.getByRole("dialog")).getByText("41 - Ana");
});
