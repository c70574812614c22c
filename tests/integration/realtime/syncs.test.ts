/** What a sync sends over the socket, and who receives it. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { SyncMessage } from "~/platform/realtime/live-sync";
import { signIn } from "../../guarantees/support/flags.ts";
import { grantAccess } from "../../support/calls.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { closeRealtime, connect, openRealtime } from "./support.ts";

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop("run_messages");
  await signIn([shop.token("1"), shop.token("2"), shop.token("3"), shop.token("1", SECOND)]);
  const limitTabs = (id: string, tabs: string[]) =>
    grantAccess(id, ["showProductMedia"], { tabLimits: { showProductMedia: tabs } });
  await limitTabs("2", ["sync"]);
  await limitTabs("3", ["media"]);
});
afterEach(closeRealtime);
afterAll(() => shop.close());

/** Collects the sync messages that a browser tab receives. */
async function listen(url: string, token: string): Promise<[event: string, message: SyncMessage][]> {
  const received: [string, SyncMessage][] = [];
  const { socket } = await connect(url, token);
  for (const event of ["notify", "progress"])
    socket.on(event, (message: SyncMessage) => void received.push([event, message]));
  return received;
}

test("notify and progress reach those with the flag and the tab in the shop only", async () => {
  const [{ defineSync, startSync }, { runJob }, { withShop }] = await Promise.all([
    import("~/core/syncs/define-sync.server"),
    import("~/platform/jobs/run-job.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  const kind = defineSync<Record<string, never>>({
    section: "productMedia",
    name: "test.messages",
    title: "Sync",
    system: "Salsify",
    flag: "showProductMedia",
    tabs: ["sync"],
    item: z.object({}),
    concurrency: 1,
    async run(_input, context) {
      await context.log("read", "warning", "Two products.");
      await context.log("read", "error", "é".repeat(20_000));
      await context.setProgress(40);
      return { state: "done", message: "Done." };
    },
  });
  const url = await openRealtime();
  const staff = await listen(url, shop.token("2"));
  const others = [await listen(url, shop.token("3")), await listen(url, shop.token("1", SECOND))];
  const items = [{ label: "Read", input: {} }];
  const by = { id: "1", name: "Olivia Owner" };
  const sync = await withShop(DEMO, (tx) => startSync(tx, DEMO, kind, by, items));
  await runJob(DEMO, sync, new Map([[kind.name, kind.job]]), new AbortController().signal);
  await expect.poll(() => staff.length).toBe(5);

  const common = {
    module: "productMedia",
    system: "Salsify",
    run: sync,
    date: expect.stringMatching(/^\d{4}-.*Z$/),
  };
  // They may arrive in another order.
  expect(staff).toEqual(
    expect.arrayContaining([
      [
        "notify",
        {
          ...common,
          msg: "Two products.",
          progress: null,
          line: { id: expect.any(Number), functionName: "read", level: "warning" },
        },
      ],
      // PostgreSQL doesn't send more than 8,000 bytes. The log has the whole line.
      ["notify", expect.objectContaining({ msg: `${"é".repeat(1_000)}…` })],
      ["progress", { ...common, msg: "", progress: 40 }],
      ["progress", { ...common, msg: "", progress: 99 }],
      ["progress", { ...common, msg: "The run has ended.", progress: 100 }],
    ]),
  );
  expect(others).toEqual([[], []]);
});

test("open pages load the runs again when a worker begins a sync, and when it is paused", async () => {
  const [{ defineSync, startSync }, { runJob }, { findJob }, { pauseJob }, { withShop }] = await Promise.all([
    import("~/core/syncs/define-sync.server"),
    import("~/platform/jobs/run-job.server"),
    import("~/platform/jobs/job.server"),
    import("~/platform/jobs/control-job.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  const changes: string[] = [];
  const by = { id: "1", name: "Olivia Owner" };
  const kind = defineSync<Record<string, never>>({
    section: "productMedia",
    name: "test.changes",
    title: "Sync",
    system: "Salsify",
    flag: "showProductMedia",
    tabs: ["sync"],
    item: z.object({}),
    concurrency: 1,
    async run(_input, { jobId }) {
      await expect.poll(() => changes).toContain("runs.productMedia");
      changes.length = 0;
      await withShop(DEMO, (tx) => pauseJob(tx, DEMO, jobId, by));
      return { state: "done", message: "Done." };
    },
  });
  const { socket } = await connect(await openRealtime(), shop.token("2"));
  socket.on("changed", ({ list }: { list: string }) => void changes.push(list));
  const items = ["First", "Second"].map((label) => ({ label, input: {} }));
  const sync = await withShop(DEMO, (tx) => startSync(tx, DEMO, kind, by, items));
  await runJob(DEMO, sync, new Map([[kind.name, kind.job]]), new AbortController().signal);
  // Otherwise the step failed, and the change is that of the sync's end.
  expect(await withShop(DEMO, (tx) => findJob(tx, DEMO, sync))).toMatchObject({ state: "paused" });
  await expect.poll(() => changes).toContain("runs.productMedia");
});
