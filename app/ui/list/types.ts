import type { ReactNode } from "react";

/** A tab above a list. `count` is shown beside its name: how many rows it has, or how many of them a search finds. */
export interface ListTab {
  id: string;
  label: string;
  count?: number | null;
  /** There may be more than `count`. */
  hasMore?: boolean;
}

/** How many rows of each tab a search finds, or at least finds. */
export type TabHits<Tab extends string> = Readonly<Record<Tab, { count: number; exact: boolean }>>;

/**
 * A list's tabs with their labels.
 * @param numbers the rows of each tab, and those that a search finds, which is shown instead
 */
export const tabsOf = <Tab extends string>(
  ids: readonly Tab[],
  labels: Readonly<Record<Tab, string>>,
  { counts, hits }: { counts?: Readonly<Record<Tab, number | null>>; hits?: Partial<TabHits<Tab>> },
): ListTab[] =>
  ids.map((id) => ({
    id,
    label: labels[id],
    count: hits ? hits[id]?.count : counts?.[id],
    hasMore: hits?.[id]?.exact === false,
  }));

/** What narrows a list besides its search, in words. */
export interface ListFilter {
  /** The name of its field: "Retailer". */
  label: string;
  /** "Home Depot". */
  value: string;
  /** The parameters of the address without it. Null removes one. */
  without: Readonly<Record<string, string | null>>;
}

/**
 * The filter of a select. None while its choice narrows nothing.
 * @param value the choice in the address
 * @param options the choices with their names. Another value is shown as it is.
 */
export function chosenFilter(
  label: string,
  parameter: string,
  value: string | undefined,
  options: readonly { value: string; label: string }[],
): ListFilter[] {
  if (!value) return [];
  const name = options.find((option) => option.value === value)?.label ?? value;
  return [{ label, value: name, without: { [parameter]: null } }];
}

/** The filter of a list by the last days. Undefined without one: it has no field, so the list needs no line for it. */
export const daysFilter = (label: string, days: number | undefined): ListFilter[] | undefined =>
  days === undefined
    ? undefined
    : [{ label, value: `in the last ${days === 1 ? "day" : `${days} days`}`, without: { days: null } }];

/** What can be done with the selected rows together. */
export interface BulkAction<Row> {
  label: string;
  destructive?: boolean;
  /** It waits for its answer, which another one would end. */
  loading?: boolean;
  /** `clear` empties the selection; call it once the action was accepted. */
  onAction(rows: Row[], clear: () => void): void;
  /** For an action that a job does: with all rows that match, also those of other pages. @param count how many they were */
  onAll?(count: number, clear: () => void): void;
}

/** How many rows match, and how many one job takes. */
export interface MatchCount {
  count: number;
  max: number;
}

/** A key of the page's own that acts on the focused row, for example `a` for Approve. */
export interface RowKey<Row> {
  key: string;
  label: string;
  /** Limits the key to some rows. */
  isFor?(row: Row): boolean;
  onPress(row: Row): void;
}

/** A named way to look at a list: its tab, search, order and filters as a query string. */
export interface SavedView {
  id: string;
  name: string;
  query: string;
}

/**
 * When the store last sent data for a mirror: "Last change from the store: 12 seconds ago". The rows are current also when nothing
 * has changed for long. `now` is the server's clock when it answered.
 */
export interface Freshness {
  at: string;
  now: string;
}

/** Content per column key. Write `{ … } satisfies Cells<Row>`, so that a column of the list without a cell is a type error. */
export type Cells<Row, Key extends string = string> = Record<Key, (row: Row) => ReactNode>;
