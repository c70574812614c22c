import { useCallback, useMemo, useState } from "react";
import type { Selection } from "./useSelection";

/** A selection that goes on over the pages of a list, with the rows as they were ticked. */
export interface PersistentSelection<Row> extends Selection {
  rows: readonly Row[];
  /** Clears the rows of an action that has ended. Those that were ticked since stay. */
  remove(ids: readonly string[]): void;
}

/**
 * Keeps the selection across pages and searches. Another list starts without a selection.
 * @param shown the rows of the page
 */
export function usePersistentSelection<Row extends { id: string }>(
  shown: readonly Row[],
): PersistentSelection<Row> {
  const [kept, setKept] = useState<ReadonlyMap<string, Row>>(new Map());
  const ids = useMemo(() => new Set(kept.keys()), [kept]);
  const isAll = shown.length > 0 && shown.every(({ id }) => kept.has(id));
  const clear = useCallback(() => setKept(new Map()), []);
  const remove = useCallback(
    (done: readonly string[]) => setKept((now) => new Map([...now].filter(([id]) => !done.includes(id)))),
    [],
  );
  return {
    ids,
    rows: [...kept.values()],
    toggle(id) {
      const row = shown.find((one) => one.id === id);
      const next = new Map(kept);
      if (!next.delete(id) && row) next.set(id, row);
      setKept(next);
    },
    toggleAll() {
      const next = new Map(kept);
      for (const row of shown) isAll ? next.delete(row.id) : next.set(row.id, row);
      setKept(next);
    },
    clear,
    remove,
  };
}
