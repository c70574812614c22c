// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ReaderMessage, ReaderRequest } from "~/ui/import/reader-messages";
import { SheetReader } from "~/ui/import/sheet-reader";

/** A worker that answers what a test says. */
class FakeWorker extends EventTarget {
  static answer: (request: ReaderRequest) => ReaderMessage | null = () => null;
  static latest: FakeWorker;
  isTerminated = false;
  constructor() {
    super();
    FakeWorker.latest = this;
  }
  postMessage(request: ReaderRequest) {
    const data = FakeWorker.answer(request);
    if (data) this.dispatchEvent(new MessageEvent("message", { data }));
  }
  terminate() {
    this.isTerminated = true;
  }
}

const LOST = /^The browser no longer has the file's rows\./;
const file = new File(["a"], "people.csv");

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("Worker", FakeWorker);
  FakeWorker.answer = ({ type }) => (type === "read" ? { type: "read", sheet: {} as never } : null);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("refuses the slices of a worker that has ended, those that wait and later ones", async () => {
  const reader = new SheetReader();
  await reader.read(file, [], () => {});
  const waiting = expect(Promise.race([reader.slice(0), reader.slice(1)])).rejects.toThrow(LOST);
  FakeWorker.latest.dispatchEvent(new Event("error"));
  await waiting;
  await expect(reader.slice(2)).rejects.toThrow(LOST);
  expect(FakeWorker.latest.isTerminated).toBe(true);
});

it("refuses the slices of a worker that is hung, after a minute", async () => {
  const reader = new SheetReader();
  await reader.read(file, [], () => {});
  const waiting = expect(reader.slice(0)).rejects.toThrow(LOST);
  await vi.advanceTimersByTimeAsync(60_000);
  await waiting;
});

it("delivers slices, and loses nothing a minute later", async () => {
  const rows = new Uint8Array([1]);
  const reader = new SheetReader();
  FakeWorker.answer = ({ type }) =>
    type === "read" ? { type: "read", sheet: {} as never } : { type: "slice", index: 0, rows };
  await reader.read(file, [], () => {});
  expect(await reader.slice(0)).toBe(rows);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await reader.slice(0)).toBe(rows);
});

it("reports a fault of the reading to the page", async () => {
  const reported = vi.fn();
  vi.stubGlobal("reportError", reported);
  await import("~/ui/import/reader.worker");
  const broken = Object.assign(new File(["a"], "people.csv"), {
    slice: () => {
      throw new RangeError("Array buffer allocation failed");
    },
  });
  window.dispatchEvent(
    new MessageEvent("message", { data: { type: "read", file: broken, expected: [], choices: {} } }),
  );
  await expect.poll(() => reported).toHaveBeenCalledWith(expect.any(RangeError));
});
