import { useEffect, useRef, useState } from "react";

/** How long the place of a row that leaves stays empty: a second click on the same place must not hit the next row. */
export const GAP_MS = 800;

/** The empty place of a row that has left. */
export interface RowGap {
  id: string;
  /** It is above the visible row at this index. */
  index: number;
  /** In pixels. */
  height: number;
  /** Of `performance.now()`. */
  until: number;
}

/**
 * Keeps the places of rows that leave the list empty for a moment, so that the rows below don't move up under the pointer.
 * @param ids of the loaded rows, in their order
 * @param leaving the rows among them that are hidden already
 */
export function useRowGaps(ids: readonly string[], leaving: ReadonlySet<string>): readonly RowGap[] {
  const [gaps, setGaps] = useState<readonly RowGap[]>([]);
  const known = useRef<ReadonlySet<string>>(leaving);
  const visible = ids.filter((id) => !leaving.has(id));
  const starting = ids.filter((id) => leaving.has(id) && !known.current.has(id));
  known.current = leaving;
  // During the render, because the row is still in the document and its place must not close for a moment.
  if (starting.length > 0) {
    let next = gaps;
    for (const id of starting) {
      const before = new Set(ids.slice(0, ids.indexOf(id)));
      const index = visible.filter((other) => before.has(other)).length;
      const gap = { id, index, height: heightOf(id), until: performance.now() + GAP_MS };
      next = [...next.map((one) => (one.index > index ? { ...one, index: one.index - 1 } : one)), gap];
    }
    setGaps(next);
  }

  useEffect(() => {
    if (gaps.length === 0) return;
    const first = Math.min(...gaps.map(({ until }) => until));
    const close = () => setGaps((open) => open.filter(({ until }) => until > performance.now() + 1));
    const timer = setTimeout(close, Math.max(0, first - performance.now()));
    return () => clearTimeout(timer);
  }, [gaps]);

  // A row whose change was refused is back in its place.
  return gaps.filter(({ id }) => !visible.includes(id));
}

function heightOf(id: string): number {
  const rows = [...document.querySelectorAll<HTMLElement>("tr[data-row-id]")];
  return rows.find((row) => row.dataset.rowId === id)?.getBoundingClientRect().height ?? 0;
}
