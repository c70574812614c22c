// @vitest-environment jsdom
import "./browser";
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { GAP_MS, useRowGaps } from "~/ui/list/useRowGaps";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const open = () =>
  renderHook(({ ids, page }) => useRowGaps(ids, page), {
    initialProps: { ids: ["ann", "ben", "cem"], page: "pending" },
  });
const gapsIn = ({ current }: { current: ReturnType<typeof useRowGaps> }) =>
  current.map(({ id, index }) => [id, index]);

it("the place of a row that leaves stays empty for 800 ms, also when the list was loaded again", () => {
  const { result, rerender } = open();
  expect(gapsIn(result)).toEqual([]);
  rerender({ ids: ["ben", "cem"], page: "pending" });
  expect(gapsIn(result)).toEqual([["ann", 0]]);
  // Loaded again with the next row of the list.
  rerender({ ids: ["ben", "cem", "dee"], page: "pending" });
  act(() => void vi.advanceTimersByTime(GAP_MS - 100));
  expect(gapsIn(result)).toEqual([["ann", 0]]);
  act(() => void vi.advanceTimersByTime(150));
  expect(gapsIn(result)).toEqual([]);
  expect(GAP_MS).toBe(800);
});

it("rows that a job or another administrator decided on leave gaps where they were", () => {
  const { result, rerender } = open();
  rerender({ ids: ["ben", "dee", "eva"], page: "pending" });
  expect(gapsIn(result)).toEqual([
    ["ann", 0],
    ["cem", 1],
  ]);
  act(() => void vi.advanceTimersByTime(GAP_MS + 50));
  expect(gapsIn(result)).toEqual([]);
});

it("a gap keeps its place when a row above it leaves or appears, and closes when its row comes back", () => {
  const { result, rerender } = open();
  rerender({ ids: ["ann", "ben"], page: "pending" });
  expect(gapsIn(result)).toEqual([["cem", 2]]);
  rerender({ ids: ["ben"], page: "pending" });
  expect(gapsIn(result)).toEqual([
    ["cem", 1],
    ["ann", 0],
  ]);
  rerender({ ids: ["new", "ben", "cem"], page: "pending" });
  expect(gapsIn(result)).toEqual([["ann", 1]]);
});

it("another page of the list leaves no gaps, and closes open ones", () => {
  const { result, rerender } = open();
  rerender({ ids: ["ben", "cem"], page: "pending" });
  rerender({ ids: ["dee"], page: "approved" });
  expect(gapsIn(result)).toEqual([]);
});
