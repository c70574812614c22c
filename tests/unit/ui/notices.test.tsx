// @vitest-environment jsdom
import "./browser";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ActionAnswer, Notice } from "~/platform/notice";
import { changeNotices, type ShownNotice, topicOf } from "~/ui/notices/notice-store";
import { useFetcher } from "~/ui/useFetcher";
import { renderConsole } from "./render-console";

function PageThatPosts() {
  const fetcher = useFetcher<ActionAnswer>();
  return (
    <button type="button" onClick={() => fetcher.submit({ intent: "approve" }, { method: "post" })}>
      Do it
    </button>
  );
}

const ListThatPosts = () => (
  <>
    <PageThatPosts />
    <table>
      <tbody>
        <tr data-row-id="Ann" tabIndex={0} />
      </tbody>
    </table>
  </>
);

/** A page with a button that posts, and an action that answers with these notices in turn. */
function pageThatAnswers(...answers: Notice[]) {
  const posted: Record<string, unknown>[] = [];
  const action = async ({ request }: { request: Request }) => {
    posted.push(Object.fromEntries(await request.formData()));
    return { notice: answers.shift() } satisfies ActionAnswer;
  };
  return { posted, routes: [{ path: "/students", element: <PageThatPosts />, action }] };
}

const doIt = () => fireEvent.click(screen.getByRole("button", { name: "Do it" }));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe("a notice", () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });

  it("of a success closes after 7 seconds, and no toast repeats it", async () => {
    const show = vi.fn();
    Object.assign(window, { shopify: { toast: { show }, idToken: async () => "token", loading: () => {} } });
    renderConsole(pageThatAnswers({ level: "success", text: "Ann is approved." }).routes, "/students");
    doIt();
    await screen.findByText("Ann is approved.");
    expect(show).not.toHaveBeenCalled();
    await pass(6_500);
    expect(screen.queryByText("Ann is approved.")).not.toBeNull();
    await pass(1_000);
    expect(screen.queryByText("Ann is approved.")).toBeNull();
  });

  it("stays while the pointer is on it", async () => {
    renderConsole(pageThatAnswers({ level: "success", text: "Ann is approved." }).routes, "/students");
    doIt();
    const text = await screen.findByText("Ann is approved.");
    fireEvent.mouseOver(text);
    await pass(60_000);
    expect(screen.queryByText("Ann is approved.")).not.toBeNull();
    fireEvent.mouseOut(text);
    await pass(7_500);
    expect(screen.queryByText("Ann is approved.")).toBeNull();
  });

  it("stays while it has the focus, also when the pointer leaves it", async () => {
    renderConsole(pageThatAnswers({ level: "success", text: "Ann is approved." }).routes, "/students");
    doIt();
    const text = await screen.findByText("Ann is approved.");
    act(() => screen.getByRole("button", { name: /Dismiss/ }).focus());
    fireEvent.mouseOver(text);
    fireEvent.mouseOut(text);
    await pass(60_000);
    expect(screen.queryByText("Ann is approved.")).not.toBeNull();
    act(() => (document.activeElement as HTMLElement).blur());
    await pass(7_500);
    expect(screen.queryByText("Ann is approved.")).toBeNull();
  });

  it("returns the focus to the list when its Undo is done", async () => {
    const { routes } = pageThatAnswers(
      { level: "success", text: "Ann is approved.", undo: { label: "Undo", fields: { intent: "undo" } } },
      { level: "info", text: "Ann is pending again." },
    );
    const page = [{ ...routes[0], element: <ListThatPosts /> }];
    renderConsole(page, "/students");
    doIt();
    const undo = await screen.findByRole("button", { name: "Undo" });
    act(() => undo.focus());
    fireEvent.click(undo);
    await screen.findByText("Ann is pending again.");
    await waitFor(() => expect(document.activeElement?.getAttribute("data-row-id")).toBe("Ann"));
  });

  it("of an error stays until it is dismissed", async () => {
    renderConsole(
      pageThatAnswers({ level: "critical", text: "Ann was changed in another window." }).routes,
      "/students",
    );
    doIt();
    await screen.findByText("Ann was changed in another window.");
    await pass(600_000);
    fireEvent.click(screen.getByRole("button", { name: /Dismiss/ }));
    expect(screen.queryByText("Ann was changed in another window.")).toBeNull();
  });

  it("closes after the specified seconds, also an error", async () => {
    const notice = { level: "critical", text: "Error sending invite", seconds: 10 } as const;
    renderConsole(pageThatAnswers(notice).routes, "/students");
    doIt();
    await screen.findByText("Error sending invite");
    await pass(9_500);
    expect(screen.queryByText("Error sending invite")).not.toBeNull();
    await pass(1_000);
    expect(screen.queryByText("Error sending invite")).toBeNull();
  });

  it("of a warning loses its Undo after the Undo's seconds, and stays", async () => {
    const undo = { label: "Undo", fields: { intent: "undo" }, seconds: 10 };
    const { routes } = pageThatAnswers({ level: "warning", text: "1 of 2 weren't changed.", undo });
    renderConsole([{ ...routes[0], element: <ListThatPosts /> }], "/students");
    doIt();
    await screen.findByText("1 of 2 weren't changed.");
    await pass(9_500);
    act(() => screen.getByRole("button", { name: "Undo" }).focus());
    await pass(1_000);
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
    await waitFor(() => expect(document.activeElement?.getAttribute("data-row-id")).toBe("Ann"));
    screen.getByText("1 of 2 weren't changed.");
  });

  it("of a success closes after its Undo's seconds, also under the pointer", async () => {
    const undo = { label: "Undo", fields: { intent: "undo" }, seconds: 10 };
    renderConsole(pageThatAnswers({ level: "success", text: "Ann is approved.", undo }).routes, "/students");
    doIt();
    fireEvent.mouseOver(await screen.findByText("Ann is approved."));
    await pass(9_500);
    screen.getByRole("button", { name: "Undo" });
    await pass(1_000);
    expect(screen.queryByText("Ann is approved.")).toBeNull();
  });

  it("with an Undo that is bound in time stays beside the next success, also an identical one", async () => {
    const approval = (id: string, seconds: number): Notice => ({
      level: "success",
      text: "Approved.",
      undo: { label: `Undo ${id}`, fields: { intent: "undo", id }, seconds },
    });
    const { posted, routes } = pageThatAnswers(approval("Ann", 10), approval("Bea", 10), {
      level: "success",
      text: "Cleo is saved.",
    });
    renderConsole(routes, "/students");
    doIt();
    await screen.findByRole("button", { name: "Undo Ann" });
    await pass(5_000);
    doIt();
    await screen.findByRole("button", { name: "Undo Bea" });
    doIt();
    await screen.findByText("Cleo is saved.");
    expect(screen.getAllByText("Approved.")).toHaveLength(2);
    fireEvent.click(screen.getByRole("button", { name: "Undo Ann" }));
    await waitFor(() => expect(posted.at(-1)).toMatchObject({ intent: "undo", id: "Ann" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Undo Ann" })).toBeNull());
    screen.getByRole("button", { name: "Undo Bea" });
    await pass(10_500);
    expect(screen.queryByText("Approved.")).toBeNull();
  });

  it("offers Undo, and posts its fields to the action that responded", async () => {
    const { posted, routes } = pageThatAnswers(
      {
        level: "success",
        text: "Ann is approved.",
        undo: { label: "Undo", fields: { intent: "undo", id: "Ann" } },
      },
      { level: "info", text: "Ann is pending again." },
    );
    renderConsole(routes, "/students");
    doIt();
    fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
    await screen.findByText("Ann is pending again.");
    expect(posted[1]).toMatchObject({
      intent: "undo",
      id: "Ann",
      operationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    await waitFor(() => expect(screen.queryByText("Ann is approved.")).toBeNull());
  });
});

it("z undoes the newest notice on a page without a list, not in a field", async () => {
  const approval = (id: string): Notice => ({
    level: "success",
    text: `${id} is approved.`,
    undo: { label: `Undo ${id}`, fields: { intent: "undo", id }, seconds: 600 },
  });
  const { posted, routes } = pageThatAnswers(approval("Ann"), approval("Bea"), {
    level: "info",
    text: "Bea is pending again.",
  });
  renderConsole(routes, "/students");
  doIt();
  await screen.findByText("Ann is approved.");
  doIt();
  await screen.findByText("Bea is approved.");
  const field = document.body.appendChild(document.createElement("input"));
  fireEvent.keyDown(field, { key: "z" });
  field.remove();
  expect(posted).toHaveLength(2);
  fireEvent.keyDown(document.body, { key: "z" });
  await screen.findByText("Bea is pending again.");
  expect(posted[2]).toMatchObject({ intent: "undo", id: "Bea" });
  screen.getByRole("button", { name: "Undo Ann" });
});

it("an Undo that got no answer, or that a system failed, can be tried again as the same operation", async () => {
  const answers: object[] = [
    {
      notice: {
        level: "success",
        text: "Ann is approved.",
        undo: { label: "Undo", fields: { intent: "undo" } },
      },
    },
    { notice: { level: "critical", text: "Backroom didn't answer." }, offline: true },
    { notice: { level: "critical", text: "Shopify failed." }, status: 502 },
    { notice: { level: "warning", text: "Bea has decided since." }, status: 409 },
  ];
  const ids = new Set<unknown>();
  const action = async ({ request }: { request: Request }) => {
    ids.add((await request.formData()).get("operationId"));
    return answers.shift();
  };
  renderConsole([{ path: "/students", element: <PageThatPosts />, action }], "/students");
  doIt();
  for (const text of ["Backroom didn't answer.", "Shopify failed.", "Bea has decided since."]) {
    fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
    await screen.findByText(text);
  }
  await waitFor(() => expect(screen.queryByRole("button", { name: "Undo" })).toBeNull());
  expect(ids.size).toBe(2);
});

describe("several notices", () => {
  const shown = (id: string, level: Notice["level"], text: string): ShownNotice => ({
    id,
    notice: { level, text },
    count: 1,
  });

  it("are listed newest first, and identical ones are merged", () => {
    let all = changeNotices([], { add: shown("1", "critical", "A failed.") });
    all = changeNotices(all, { add: shown("2", "warning", "Slow.") });
    all = changeNotices(all, { add: shown("3", "critical", "A failed.") });
    expect(all.map(({ id, count }) => [id, count])).toEqual([
      ["3", 2],
      ["2", 1],
    ]);
  });

  it("are replaced by a newer one about the same job, apart from one that says more than that it started", () => {
    const about = (id: string, more: Partial<Notice>): ShownNotice => ({
      id,
      notice: { level: "info", text: id, ...more },
      count: 1,
    });
    const start = about("start", { job: { id: "9" } });
    let all = changeNotices([], { add: start });
    all = changeNotices(all, { add: about("more", { job: { id: "9", keepsNotice: true } }) });
    all = changeNotices(all, { add: about("another", { job: { id: "10" } }) });
    all = changeNotices(all, { add: about("outcome", { topic: topicOf(start.notice) }) });
    expect(all.map(({ id }) => id)).toEqual(["outcome", "another", "more"]);
  });

  it("are limited when many succeed, and no error is dropped", () => {
    let all = changeNotices([], { add: shown("e", "critical", "A failed.") });
    for (const id of ["1", "2", "3", "4"])
      all = changeNotices(all, { add: shown(id, "success", `${id} approved.`) });
    expect(all.map(({ id }) => id)).toEqual(["4", "e"]);
  });
});
