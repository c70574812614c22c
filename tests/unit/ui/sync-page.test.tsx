// @vitest-environment jsdom
import "./browser";
import { useLoaderData } from "@remix-run/react";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { SyncPageData } from "~/core/syncs/read-sync-page.server";
import type { SyncAnswer } from "~/core/syncs/sync-schemas";
import { SyncLogTable } from "~/core/syncs/ui/SyncLogTable";
import { SyncPage } from "~/core/syncs/ui/SyncPage";
import { publish, socket } from "./fake-socket";
import { renderConsole } from "./render-console";

const Page = () => (
  <SyncPage
    {...(useLoaderData() as SyncPageData)}
    title="Numbers"
    runTitle="Sync numbers"
    section="numbers"
    start={{ call: "numbers.sync", input: {} }}
  />
);

const sync = (more: Partial<SyncAnswer> = {}): SyncAnswer => ({
  status: "Completed",
  state: "completed",
  displayName: "Sync numbers, 2026-11-22T12:00:00.000Z",
  fileName: "r1",
  duration: 10,
  progress: 100,
  failed: 0,
  startedBy: "Olive Owner",
  startedAt: "2026-11-22T12:00:00.000Z",
  finishedAt: "2026-11-22T12:00:10.000Z",
  reason: null,
  notes: [],
  ...more,
});
const ended = (): SyncPageData => ({ syncs: [sync()], current: null, log: null, problem: null });
const running = (progress: number): SyncPageData => ({
  ...ended(),
  syncs: [sync({ status: "Running", state: "running", progress, finishedAt: null })],
  current: { id: "r1", progress, lines: [] },
});

let page: SyncPageData;
let answer: Promise<object>;
let loads: number;
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  loads = 0;
});

async function open(shown: SyncPageData): Promise<void> {
  page = shown;
  const loader = () => {
    loads += 1;
    return page;
  };
  renderConsole([{ path: "/numbers", element: <Page />, loader, action: () => answer }], "/numbers");
  await screen.findByRole("heading", { name: "Numbers" });
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

it("without a connection, a run is followed until it has ended", async () => {
  await open(running(10));
  // Where it can be paused or canceled.
  expect(screen.getByRole("link", { name: "View job" }).getAttribute("href")).toBe("/jobs/r1");
  page = running(60);
  await pass(31_000);
  await screen.findByText("Sync numbers: 60 %");
  page = ended();
  await pass(30_000);
  await screen.findByText("The sync is complete.");
  const after = loads;
  await pass(90_000);
  expect(loads).toBe(after);
});

it("a run that has ended is at 100 percent until the page has loaded how, and another one can be started", async () => {
  await open(running(10));
  await waitFor(() => expect(socket.listenerCount("progress")).toBe(1));
  const date = "2026-11-22T12:00:10.000Z";
  const message = { module: "numbers", run: "r1", system: "Numbers", msg: "", date, progress: 100 };
  publish("progress", message);
  screen.getByText("Running");
  screen.getByText("Sync numbers: 100 %");
  expect(screen.getByRole("button", { name: "Sync" }).getAttribute("aria-disabled")).not.toBe("true");
  page = ended();
  publish("changed", { list: "runs.numbers" });
  await screen.findByText("No sync is running.");
  // A bar at 0 % would contradict it.
  expect(screen.queryByText(/^0\s?%$/)).toBeNull();
  expect(screen.getAllByText("Completed")).toHaveLength(2);
  expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    "Status",
    "Logs",
    "Run time",
  ]);
  expect(screen.getByRole("table").dataset.density).toBe("compact");
});

it("says what the last run did and what needs a person, and never that none runs while one starts", async () => {
  const failed = {
    state: "completed",
    status: "Completed, 1 failed",
    failed: 1,
    reason: "SAW: no file.",
  } as const;
  await open({ ...ended(), syncs: [sync({ ...failed, notes: ["3 numbers sent"] })] });
  screen.getByText("3 numbers sent");
  const needs = screen.getByText("Needs a person").closest("div") ?? document.body;
  within(needs).getByText("SAW: no file.");

  let start = () => {};
  answer = new Promise((resolve) => {
    start = () => resolve({});
  });
  fireEvent.click(screen.getByRole("button", { name: "Sync" }));
  await screen.findByText("The sync is starting.");
  within(needs).getByText("Nothing");
  page = running(0);
  start();
  await screen.findByText("Sync numbers: 0 %");
  // What ended last is still shown beside what runs.
  page = {
    ...running(40),
    syncs: [...running(40).syncs, sync({ fileName: "r0", notes: ["2 numbers sent", "2 numbers sent"] })],
  };
  publish("changed", { list: "runs.numbers" });
  expect(await screen.findAllByText("2 numbers sent")).toHaveLength(2);
});

it("says how a run ended also when the next one has started before the page knew, and nothing of older ones", async () => {
  await open(running(10));
  await waitFor(() => expect(socket.listenerCount("changed")).toBeGreaterThan(0));
  const next = {
    ...running(0),
    current: { id: "r2", progress: 0, lines: [] },
    syncs: [
      sync({ fileName: "r2", state: "running", status: "Running", progress: 0, finishedAt: null }),
      sync({ state: "failed", status: "Failed", failed: 1, reason: "SAW: no file." }),
      sync({ fileName: "r0", notes: ["2 numbers sent"], finishedAt: "2026-11-22T11:00:00.000Z" }),
    ],
  } as const;
  page = { ...next, syncs: [...next.syncs] };
  publish("changed", { list: "runs.numbers" });
  await screen.findByText("Sync: Failed");
  fireEvent.click(screen.getByRole("button", { name: /Dismiss/ }));
  // The failed one is retried: what ended last is an older one.
  const retried = sync({ state: "running", status: "Running", finishedAt: null });
  page = { ...next, syncs: [next.syncs[0], retried, next.syncs[2]] };
  publish("changed", { list: "runs.numbers" });
  await waitFor(() => expect(screen.getAllByText("Running").length).toBeGreaterThan(1));
  expect(screen.queryByText("Sync: Failed")).toBeNull();
  expect(screen.queryByRole("button", { name: /Dismiss/ })).toBeNull();
});

it("shows all lines again when those that were filtered have left a log", async () => {
  const line = { functionName: "send", logLevel: "info", msg: "Sent.", date: sync().startedAt } as const;
  const Log = () => <SyncLogTable lines={useLoaderData() as (typeof line & { id: number })[]} />;
  let lines: object[] = [{ ...line, id: 1, logLevel: "error", msg: "Refused." }];
  const { router } = renderConsole([{ path: "/", element: <Log />, loader: () => lines }]);
  const filter = await screen.findByRole<HTMLInputElement>("checkbox");
  fireEvent.click(filter);
  lines = [{ ...line, id: 2 }];
  act(() => void router.revalidate());
  await screen.findByText("Sent.");
});

it("says that a long log isn't shown as a whole", () => {
  const line = { functionName: "send", logLevel: "info", msg: "Sent.", date: sync().startedAt } as const;
  const lines = [1, 2].map((id) => ({ ...line, id }));
  renderConsole([{ path: "/", element: <SyncLogTable lines={lines} max={2} /> }]);
  screen.getByText("The newest 2 lines are shown.");
  expect(screen.getByRole("table").dataset.density).toBe("compact");
});

it("doesn't show how an old run ended when the runs couldn't be read at first", async () => {
  await open({
    syncs: [],
    current: null,
    log: null,
    problem: { title: "Error loading logs", text: "Try again." },
  });
  // Nothing is shown about runs that couldn't be read.
  screen.getByText("The syncs couldn't be read");
  expect(screen.queryByText("No sync is running.")).toBeNull();
  expect(screen.queryByText("No Records Found")).toBeNull();
  page = ended();
  fireEvent.click(screen.getByRole("button", { name: "Refresh" }));
  await waitFor(() => expect(screen.queryByText("Error loading logs")).toBeNull());
  await screen.findAllByText("Completed");
  expect(screen.queryByText("The sync is complete.")).toBeNull();
});
