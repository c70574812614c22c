import { useEffect, useRef, useState } from "react";

/** The row that the keyboard acts on. */
export interface ActiveRow {
  id: string | null;
  /** Moves by a number of rows and puts the focus there; without an active row it starts at the first. */
  move(by: number): void;
  /** Called by a row when it, or an element in it, gets the focus. */
  activate(id: string): void;
  /** Ref callback of the row's element. */
  register(id: string, element: HTMLElement | null): void;
}

/**
 * Keeps one row active. When it leaves the list (it was decided), the row that takes its place becomes active and gets the
 * focus, so that a queue can be worked through without touching the mouse.
 */
export function useActiveRow(rowIds: readonly string[]): ActiveRow {
  const [id, setId] = useState<string | null>(null);
  const elements = useRef(new Map<string, HTMLElement>());
  const shownIds = useRef(rowIds);

  useEffect(() => {
    const before = shownIds.current;
    shownIds.current = rowIds;
    if (id === null || rowIds.includes(id)) return;
    const successor = successorOf(id, before, rowIds);
    setId(successor);
    // When the focused element is removed, the browser focuses the body. A focus elsewhere stays.
    if (successor && document.activeElement === document.body) elements.current.get(successor)?.focus();
  }, [id, rowIds]);

  return {
    id,
    activate: setId,
    move(by) {
      const from = id === null ? -1 : rowIds.indexOf(id);
      const next = rowIds[from < 0 ? 0 : Math.min(Math.max(from + by, 0), rowIds.length - 1)];
      if (next === undefined) return;
      setId(next);
      elements.current.get(next)?.focus();
    },
    register(rowId, element) {
      if (element) elements.current.set(rowId, element);
      else elements.current.delete(rowId);
    },
  };
}

/**
 * The row that takes the place of one that left: the next one that is still there, or what follows the last one that is. Several rows
 * may have left together, and another page has none of them.
 */
function successorOf(id: string, before: readonly string[], now: readonly string[]): string | null {
  const position = before.indexOf(id);
  const next = before.slice(position + 1).find((one) => now.includes(one));
  const previous = before.slice(0, position).findLast((one) => now.includes(one));
  const follower = previous === undefined ? now[0] : (now[now.indexOf(previous) + 1] ?? previous);
  return next ?? follower ?? null;
}
