// @vitest-environment jsdom
import "./browser";
import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { useOpenRow } from "~/functions/promo/ui/useOpenRow";

const listOf = (ids: string) => [...ids].map((id) => ({ id }));

/** Opens a row of the list A, B, C, D, which becomes another list, and goes on from it. */
function moveFrom(id: string, remaining: string, by: 1 | -1): string | null {
  const { result, rerender } = renderHook(useOpenRow, { initialProps: listOf("ABCD") });
  act(() => result.current.open(id));
  rerender(listOf(remaining));
  act(() => result.current.move(by));
  return result.current.openId;
}

it.each([
  { open: "B", list: "ABCD", next: "C", previous: "A" },
  { open: "D", list: "ABCD", next: "D", previous: "C" },
  // A row before it has left.
  { open: "B", list: "BCD", next: "C", previous: "B" },
  { open: "B", list: "XABCD", next: "C", previous: "A" },
  // It has left itself.
  { open: "B", list: "ACD", next: "C", previous: "A" },
  { open: "A", list: "BCD", next: "B", previous: "A" },
  { open: "D", list: "ABC", next: "D", previous: "C" },
  // One that isn't on the page.
  { open: "Y", list: "ABCD", next: "A", previous: "Y" },
])("from $open in $list, the next is $next and the previous $previous", ({ open, list, next, previous }) => {
  expect([moveFrom(open, list, 1), moveFrom(open, list, -1)]).toEqual([next, previous]);
});

it("follows the list while rows leave it one after another", () => {
  const { result, rerender } = renderHook(useOpenRow, { initialProps: listOf("ABCD") });
  act(() => result.current.open("C"));
  rerender(listOf("BCD"));
  rerender(listOf("BD"));
  act(() => result.current.move(1));
  expect(result.current.openId).toBe("D");
});

it.each([
  // A was decided, and returns while B leaves.
  { lists: ["BCD", "ACD"], next: "C" },
  { lists: ["BC", "BC", "AC"], next: "C" },
  // B was the last one. The one that has returned doesn't follow it.
  { lists: ["B", "A"], next: "B" },
  // A new one does.
  { lists: ["B", "AE"], next: "E" },
  { lists: ["B", "E"], next: "E" },
])("a row that was decided and returns isn't the next one: $lists", ({ lists, next }) => {
  const { result, rerender } = renderHook(useOpenRow, { initialProps: listOf("ABCD") });
  act(() => result.current.open("A"));
  act(() => result.current.move(1));
  for (const list of lists) rerender(listOf(list));
  act(() => void result.current.move(1));
  expect(result.current.openId).toBe(next);
});
