import { useCallback, useEffect, useMemo, useRef, useState } from "react";

/** The rows of a page that are ticked. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** How many match, when all of them are selected, also those of other pages. Null or undefined: only `ids` are. */
  all?: number | null;
  /** Selects all that match. A row that is cleared ends it. */
  selectAll?(count: number): void;
  /** Ticks or clears a row; with `range`, also every row between it and the last one that was touched. */
  toggle(id: string, range?: boolean): void;
  /** Ticks every row of the page, or clears all when all are ticked. */
  toggleAll(): void;
  clear(): void;
}

/**
 * Which rows are selected. Another page, search, filter, order or tab (`pageKey`) clears it, as the specification asks;
 * a row that leaves the page leaves the selection.
 */
export function useSelection(rowIds: readonly string[], pageKey: string): Selection {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState<number | null>(null);
  const lastTouched = useRef<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what clears the selection
  useEffect(() => {
    setTicked(new Set());
    setAll(null);
    lastTouched.current = null;
  }, [pageKey]);

  const ids = useMemo(
    () => new Set(all === null ? rowIds.filter((id) => ticked.has(id)) : rowIds),
    [rowIds, ticked, all],
  );

  return {
    ids,
    all,
    selectAll: setAll,
    toggle(id, range = false) {
      const from = range && lastTouched.current ? rowIds.indexOf(lastTouched.current) : -1;
      const to = rowIds.indexOf(id);
      const touched = from < 0 ? [id] : rowIds.slice(Math.min(from, to), Math.max(from, to) + 1);
      const next = new Set(ids);
      for (const one of touched) ids.has(id) ? next.delete(one) : next.add(one);
      lastTouched.current = id;
      setAll(null);
      setTicked(next);
    },
    toggleAll() {
      setAll(null);
      setTicked(ids.size === rowIds.length ? new Set() : new Set(rowIds));
    },
    // Some clear it later. Rows that were ticked since stay.
    clear() {
      setAll(null);
      setTicked((now) => new Set([...now].filter((id) => !ticked.has(id))));
    },
  };
}

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
