// @vitest-environment jsdom
import "./browser";
import { screen, waitFor } from "@testing-library/react";
import { useLoaderData } from "react-router-dom";
import { expect, it } from "vitest";
import type { SyncAnswer } from "~/core/syncs/sync-schemas";
import type { ComparisonData } from "~/domain/search/search-page.server";
import { Comparison } from "~/domain/search/ui/Comparison";
import { publish, socket } from "./fake-socket";
import { renderConsole } from "./render-console";

const run = (fileName: string, more: Partial<SyncAnswer> = {}): SyncAnswer => ({
  fileName,
  displayName: "Compare",
  status: "Running",
  state: "running",
  progress: 10,
  failed: 0,
  startedBy: "Olive Owner",
  startedAt: "2026-11-22T12:00:00.000Z",
  finishedAt: null,
  duration: 1,
  notes: [],
  reason: null,
  ...more,
});

const Page = () => (
  <Comparison
    system="Solr"
    section="solr"
    data={useLoaderData() as ComparisonData}
    calls={{ compare: { call: "solr.compare", input: {} } } as never}
  />
);

let data: ComparisonData;

/** Opens the page while a comparison is running. */
async function open(): Promise<void> {
  data = { run: run("1"), ended: null, result: null, at: null };
  renderConsole([{ path: "/", element: <Page />, loader: () => data }]);
  await screen.findByText(/^Comparing: 10 %/);
  await waitFor(() => expect(socket.listenerCount("changed")).toBeGreaterThan(0));
}

it("says how a comparison ended also when the next one has started by then", async () => {
  await open();
  const ended = run("1", {
    state: "completed",
    status: "Completed",
    notes: ["4 products the same"],
    finishedAt: "2026-11-22T12:01:00.000Z",
  });
  data = { ...data, run: run("2", { progress: 20 }), ended };
  publish("changed", { list: "runs.solrComparison" });
  await screen.findByText("4 products the same");
  screen.getByText(/^Comparing: 20 %/);
});

it.each([
  ["The comparison was canceled.", { state: "cancelled", status: "Canceled" }],
  ["Comparison: Failed", { state: "failed", status: "Failed", reason: "Solr refused." }],
] as const)("says of a comparison, and not of a sync: %s", async (text, more) => {
  await open();
  const ended = run("1", { ...more, finishedAt: "2026-11-22T12:01:00.000Z" });
  data = { ...data, run: ended, ended };
  publish("changed", { list: "runs.solrComparison" });
  await screen.findByText(text);
});
