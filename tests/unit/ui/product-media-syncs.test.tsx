// @vitest-environment jsdom
import "./browser";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { SyncAnswer } from "~/core/syncs/sync-schemas";
import type { ProductMediaPageData } from "~/functions/productMedia/page.server";
import { publish, socket } from "./fake-socket";
import { button, open, resetServer } from "./product-media-page";

beforeEach(resetServer);

const sync = (more: Partial<SyncAnswer> = {}): SyncAnswer => ({
  status: "Running",
  state: "running",
  displayName: "Sync",
  fileName: "r1",
  duration: 0,
  progress: 20,
  failed: 0,
  startedBy: "Olive Owner",
  startedAt: "2026-11-22T12:00:00.000Z",
  finishedAt: null,
  reason: null,
  notes: [],
  ...more,
});
const syncTab = (more: Partial<Extract<ProductMediaPageData, { tab: "sync" }>>): ProductMediaPageData => ({
  tab: "sync",
  tabs: ["media", "sync"],
  configured: true,
  syncs: [],
  current: null,
  log: null,
  problem: null,
  ...more,
});

it("continues the log and the progress that it was opened with, and clears both at 100", async () => {
  const first = { id: 1, functionName: "read", level: "info" as const, msg: "First", date: sync().startedAt };
  await open(syncTab({ syncs: [sync()], current: { id: "r1", progress: 20, lines: [first] } }));
  await waitFor(() => expect(socket.listenerCount("notify")).toBe(1));
  const send = (event: string, message: object) => {
    const common = { module: "productMedia", run: "r1", system: "Salsify", date: sync().startedAt };
    publish(event, { ...common, msg: "", ...message });
  };
  const { id, functionName, level } = first;
  send("notify", { msg: "First", progress: null, line: { id, functionName, level } });
  send("notify", { msg: "Second", progress: null, line: { id: 2, functionName, level: "error" } });
  send("progress", { progress: 60 });
  send("progress", { run: "another", progress: 90 });
  const log = screen.getByRole("log");
  expect(within(log).getAllByText(/First|Second/)).toHaveLength(2);
  expect(screen.getByText("Sync product media from Salsify: 60 %")).toBeTruthy();
  expect(button("Sync").getAttribute("aria-disabled")).toBe("true");
  send("progress", { progress: 100 });
  expect(within(log).queryByText(/First|Second/)).toBeNull();
  await waitFor(() => expect(button("Sync").getAttribute("aria-disabled")).not.toBe("true"));
});
