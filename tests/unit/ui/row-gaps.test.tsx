// @vitest-environment jsdom
import "./browser";
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { GAP_MS, useRowGaps } from "~/ui/list/useRowGaps";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const open = () =>
  renderHook(({ ids, leaving }) => useRowGaps(ids, new Set(leaving)), {
    initialProps: { ids: ["ann", "ben", "cem"], leaving: [] as string[] },
  });
const gapsIn = ({ current }: { current: ReturnType<typeof useRowGaps> }) =>
  current.map(({ id, index }) => [id, index]);

it("the place of a decided row stays empty for 800 ms, also when the list was loaded again", () => {
  const { result, rerender } = open();
  expect(gapsIn(result)).toEqual([]);
  rerender({ ids: ["ann", "ben", "cem"], leaving: ["ann"] });
  expect(gapsIn(result)).toEqual([["ann", 0]]);
  rerender({ ids: ["ben", "cem"], leaving: [] });
  act(() => void vi.advanceTimersByTime(GAP_MS - 100));
  expect(gapsIn(result)).toEqual([["ann", 0]]);
  act(() => void vi.advanceTimersByTime(150));
  expect(gapsIn(result)).toEqual([]);
  expect(GAP_MS).toBe(800);
});

it("a gap keeps its place when a row above it leaves, and closes when its row comes back", () => {
  const { result, rerender } = open();
  rerender({ ids: ["ann", "ben", "cem"], leaving: ["cem"] });
  expect(gapsIn(result)).toEqual([["cem", 2]]);
  rerender({ ids: ["ann", "ben", "cem"], leaving: ["cem", "ann"] });
  expect(gapsIn(result)).toEqual([
    ["cem", 1],
    ["ann", 0],
  ]);
  rerender({ ids: ["ann", "ben", "cem"], leaving: ["ann"] });
  expect(gapsIn(result)).toEqual([["ann", 0]]);
});
