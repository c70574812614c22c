import { useCallback, useEffect, useRef, useState } from "react";

/** The row that the keyboard acts on. */
export interface ActiveRow {
  id: string | null;
  /** Moves by so many rows and puts the focus there; without an active row it starts at the first. */
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
export function useActiveRow(rowIds: readonly string[], pageKey: string): ActiveRow {
  const [id, setId] = useState<string | null>(null);
  const elements = useRef(new Map<string, HTMLElement>());
  const position = useRef(0);

  const activate = useCallback(
    (next: string) => {
      position.current = Math.max(0, rowIds.indexOf(next));
      setId(next);
    },
    [rowIds],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page starts at its first row
  useEffect(() => {
    position.current = 0;
  }, [pageKey]);

  useEffect(() => {
    if (id === null || rowIds.includes(id)) return;
    const successor = rowIds[Math.min(position.current, rowIds.length - 1)] ?? null;
    setId(successor);
    // The browser gives the focus to the body when the focused element goes; elsewhere it is not ours to take.
    if (successor && document.activeElement === document.body) elements.current.get(successor)?.focus();
  }, [id, rowIds]);

  return {
    id,
    activate,
    move(by) {
      const from = id === null ? -1 : rowIds.indexOf(id);
      const next = rowIds[from < 0 ? 0 : Math.min(Math.max(from + by, 0), rowIds.length - 1)];
      if (next === undefined) return;
      activate(next);
      elements.current.get(next)?.focus();
    },
    register(rowId, element) {
      if (element) elements.current.set(rowId, element);
      else elements.current.delete(rowId);
    },
  };
}
