// @vitest-environment jsdom
import "./browser";
import { useLoaderData } from "@remix-run/react";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SyncAnswer } from "~/core/syncs/sync-schemas";
import type { SearchPageData } from "~/domain/search/search-page.server";
import { SolrPage } from "~/functions/solr/ui/SolrPage";
import type { ActionAnswer } from "~/platform/notice";
import { renderConsole } from "./render-console";

type Syncs = Extract<SearchPageData, { tab: "syncs" }>;

const Page = () => <SolrPage data={useLoaderData() as SearchPageData} />;

const sync = (more: Partial<SyncAnswer> = {}): SyncAnswer => ({
  status: "Completed",
  state: "completed",
  displayName: "Sync products to Solr, 2026-11-22T12:00:00.000Z",
  fileName: "j1",
  duration: 10,
  progress: 100,
  failed: 0,
  startedBy: "Olive Owner",
  startedAt: "2026-11-22T11:59:50.000Z",
  finishedAt: "2026-11-22T12:00:00.000Z",
  reason: null,
  notes: ["60 products sent", "60 products in the live index"],
  ...more,
});

const ended = (more: Partial<Syncs> = {}): Syncs => ({
  tab: "syncs",
  configured: true,
  changes: { waiting: 0, pausedJobId: null, refused: [], problem: null },
  syncs: [sync()],
  current: null,
  log: null,
  problem: null,
  ...more,
});
const running = (): Syncs =>
  ended({
    current: { id: "j2", progress: 40, lines: [] },
    syncs: [
      sync({ fileName: "j2", state: "running", status: "Running", finishedAt: null, notes: [] }),
      sync(),
    ],
  });

const failed = () =>
  ended({
    syncs: [sync({ fileName: "j2", status: "Failed", failed: 1, reason: "Solr didn't answer.", notes: [] })],
  });

let status: Syncs;
let loads: number;
let answer: ActionAnswer;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  loads = 0;
  answer = {};
});
afterEach(() => {
  vi.useRealTimers();
});

async function open(shown: Syncs): Promise<void> {
  status = shown;
  renderConsole(
    [
      {
        path: "/solr",
        element: <Page />,
        loader: () => {
          loads += 1;
          return status;
        },
        action: () => answer,
      },
    ],
    "/solr",
  );
  await screen.findByText("Last Sync status");
}

const button = (name: string) => screen.getByRole("button", { name });
const isDisabled = (name: string) => button(name).getAttribute("aria-disabled") === "true";
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

it("lists the notes one by one, and reads the status again by a button", async () => {
  await open(ended());
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "60 products sent",
    "60 products in the live index",
  ]);
  expect(isDisabled("Start SOLR sync")).toBe(false);
  status = failed();
  fireEvent.click(button("Refresh status"));
  await screen.findAllByText("Solr didn't answer.");
  expect(isDisabled("Start SOLR sync")).toBe(false);
});

it("reads the status every 30 seconds while a sync is in progress, and then no longer", async () => {
  await open(running());
  expect(isDisabled("Start SOLR sync")).toBe(true);
  expect(screen.getByText("Sync products to Solr: 40 %")).toBeTruthy();
  await pass(29_000);
  expect(loads).toBe(1);
  await pass(1_500);
  expect(loads).toBe(2);
  status = ended();
  await pass(30_000);
  await screen.findByText("No sync is running.");
  const after = loads;
  await pass(60_000);
  expect(loads).toBe(after);
});

it("reads the status again 5 seconds after a sync was started", async () => {
  await open(ended());
  fireEvent.click(button("Start SOLR sync"));
  await waitFor(() => expect(loads).toBe(2));
  await pass(4_000);
  expect(loads).toBe(2);
  status = running();
  await pass(1_500);
  await screen.findByText("Sync products to Solr: 40 %");
  expect(isDisabled("Start SOLR sync")).toBe(true);
});

it("says where Solr is set up, and starts nothing without it", async () => {
  await open(ended({ configured: false, syncs: [] }));
  expect(screen.getByText("Solr isn't set up for this shop")).toBeTruthy();
  for (const link of screen.getAllByRole("link", { name: "Settings" }))
    expect(link.getAttribute("href")).toBe("/settings/connections");
  expect(isDisabled("Start SOLR sync")).toBe(true);
});

it("shows the outcome of a sync once", async () => {
  await open(ended());
  status = failed();
  fireEvent.click(button("Start SOLR sync"));
  await screen.findByText("Sync: Failed");
  fireEvent.click(screen.getByRole("button", { name: "Dismiss notification" }));
  const before = loads;
  fireEvent.click(button("Refresh status"));
  await waitFor(() => expect(loads).toBe(before + 1));
  expect(screen.queryByText("Sync: Failed")).toBeNull();
});

it("doesn't show a canceled sync as a success", async () => {
  await open(running());
  const canceled = sync({ fileName: "j2", state: "cancelled", status: "Canceled", notes: [] });
  status = ended({ syncs: [canceled, sync()] });
  fireEvent.click(button("Refresh status"));
  await screen.findByText("The sync was canceled.");
  for (const badge of screen.getAllByText("Canceled"))
    expect(badge.closest("[class*=toneSuccess]")).toBeNull();
});

it("says which changes a paused sync holds back, and which products Solr refused", async () => {
  const refused = [{ id: 7, handle: "nut", reason: "Solr refused: unknown field" }];
  const paused = sync({ fileName: "j3", state: "paused", status: "Paused", finishedAt: null, notes: [] });
  await open(
    ended({ changes: { waiting: 12, pausedJobId: "j3", refused, problem: null }, syncs: [paused, sync()] }),
  );
  screen.getByText(/^12 changed products wait until the sync is resumed or canceled, and has ended\./);
  expect(
    screen.getAllByRole("link", { name: "View job" }).map((link) => link.getAttribute("href")),
  ).toContain("/jobs/j3");
  screen.getByText("nut: Solr refused: unknown field");
});
