import { expect, test, vi } from "vitest";
import { RecentChanges } from "~/platform/realtime/recent-changes.server";

const message = (rooms: string[], ...data: unknown[]) =>
  JSON.stringify({ uid: "emitter", type: 3, data: { opts: { rooms }, packet: { type: 2, data } } });

test("only the lists of the page's rooms that changed while it was away are named", () => {
  vi.useFakeTimers();
  try {
    const recent = new RecentChanges();
    vi.advanceTimersByTime(60_000);
    recent.record(message(["a|staff"], "changed", { list: "staff" }));
    recent.record(message(["b|students"], "changed", { list: "students" }));
    vi.advanceTimersByTime(10_000);
    recent.record(message(["a|owner"], "job", { id: "1" }));
    expect(recent.changedWithin(["a|staff", "a|owner"], 5_000)).toEqual(["jobs"]);
    expect(recent.changedWithin(["a|staff", "a|owner"], 15_000)).toEqual(["staff", "jobs"]);
    expect(recent.changedWithin(["c|staff"], 15_000)).toEqual([]);
    // Unknown: it was away for longer than this process has heard everything, or something can't be named.
    expect(recent.changedWithin(["a|staff"], 120_000)).toBeNull();
    expect(recent.changedWithin(["a|staff"], Number.NaN)).toBeNull();
    recent.record(message(["a|staff"], "progress", { run: "1" }));
    expect(recent.changedWithin(["a|staff"], 1_000)).toBeNull();
    recent.reset();
    expect(recent.changedWithin(["b|students"], 1_000)).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});
