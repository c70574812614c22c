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
  const [ticked, setTicked] = useState<ReadonlyMap<string, Row>>(new Map());
  const ids = useMemo(() => new Set(ticked.keys()), [ticked]);
  const isAll = shown.length > 0 && shown.every(({ id }) => ticked.has(id));
  const clear = useCallback(() => setTicked(new Map()), []);
  const remove = useCallback(
    (done: readonly string[]) => setTicked((now) => new Map([...now].filter(([id]) => !done.includes(id)))),
    [],
  );
  return {
    ids,
    rows: [...ticked.values()],
    toggle(id) {
      const row = shown.find((one) => one.id === id);
      const next = new Map(ticked);
      if (!next.delete(id) && row) next.set(id, row);
      setTicked(next);
    },
    toggleAll() {
      const next = new Map(ticked);
      for (const row of shown) isAll ? next.delete(row.id) : next.set(row.id, row);
      setTicked(next);
    },
    clear,
    remove,
  };
}
