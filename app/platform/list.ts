import { isStorable } from "./contract/storable-text";
import { parseStoredDate, parseUsDate, toSearchDate } from "./dates/date-text";
import { badRequest } from "./errors";

/** The maximum number of pages of a list that counts them. A ledger grows, and the smallest page has one row. */
export const MAX_PAGES = 100_000_000;

/** How many rows one answer has at most: a browser makes a spreadsheet of them in a moment. */
export const MAX_ROWS_PER_ANSWER = 5_000;

/** How long the name of a saved view of a list may be. */
export const VIEW_NAME_LENGTH = 60;

/** One column of a list. `sortable` means that the backend has an index for this order. */
export interface ListColumn<Key extends string = string> {
  key: Key;
  title: string;
  /** Read aloud instead of an empty title. */
  hiddenTitle?: string;
  /** The field of a row that is its text, where the page has no cell for it. */
  field?: string;
  /** How that text is shown: an instant as its date or with its time, a day, or an email address. Otherwise as it is. */
  format?: "date" | "time" | "day" | "email";
  sortable?: boolean;
  /** Numbers are aligned to the end of their column. */
  align?: "end";
  /** The IANA name of the zone of its instants, where it isn't the screen's. The heading names it where the shop has another. */
  zone?: string;
  /** The key of the column in whose cell this one is the second line, as an email address below a name. */
  below?: string;
  /** On a phone a row is a card: this column is its title, plain text, or not there. Without it, text with the column's name before it. */
  narrow?: "title" | "plain" | "hidden";
}

/**
 * One list, declared once and read alike by its loader, its backend and `ui/ListPage`:
 * its columns, the orders that it allows, its search and its page size.
 */
export interface ListDeclaration<Key extends string = string> {
  /** Of a list that a module declares. */
  kind?: "list";
  /** Stable name; saved views and realtime refreshes refer to it. */
  name: string;
  columns: readonly ListColumn<Key>[];
  /** `"<column key> asc|desc"`, the order of a fresh visit. */
  defaultSort: string;
  search: {
    maxLength: number;
    hint: string;
    /** Runs this long after the last key (milliseconds). Without it, only Enter or the button starts the search. */
    afterMs?: number;
  } | null;
  /** Rows per page. */
  pageSize: number;
  /** Rows of 40 px with one line of text each; 52 px and up to two lines unless set. */
  density?: "compact";
}

/** A list's state in the URL: the search, the order, and where the page starts. */
export interface ListState {
  search: string;
  sort: string;
  direction?: "next" | "previous";
  cursor?: string;
  /** The page's number, from 1, of a list that counts its pages. */
  page?: number;
}

/** A page of rows with the paging fields that list calls return. */
export interface ListResult<Row> {
  rows: Row[];
  nextCursor: string | null;
  previousCursor: string | null;
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  /** The number of rows in the list. `exact: false` means "at least this many". Null when not counted on this page. */
  total: { count: number; exact: boolean } | null;
  /** Of a list that counts its pages: which one this is, from 1, of how many. It has no cursors. */
  pager?: { page: number; pages: number };
}

/** All rows of a list that has no pages. */
export const onOnePage = <Row>(rows: Row[]): ListResult<Row> => ({
  rows,
  nextCursor: null,
  previousCursor: null,
  hasNextPage: false,
  hasPreviousPage: false,
  total: null,
});

/**
 * Reads a list's state from its URL (`q`, `sort`, `direction`, `last_id`, `page`).
 * @throws 400 for a search that is too long or has invalid characters, and for an order that the list doesn't have
 */
export function readListState(url: URL, list: ListDeclaration): ListState {
  const parameters = url.searchParams;
  const search = (parameters.get("q") ?? "").trim();
  if (list.search && search.length > list.search.maxLength) {
    throw badRequest(`The search text is longer than ${list.search.maxLength} characters. Shorten it.`);
  }
  if (!isStorable(search)) {
    throw badRequest("The search text contains an invalid character (U+0000). Remove it.");
  }
  const sort = parameters.get("sort") ?? list.defaultSort;
  // A list with one order has no column to sort by.
  if (sort !== list.defaultSort) assertSort(sort, list);
  const direction = parameters.get("direction");
  return {
    search,
    sort,
    direction: direction === "next" || direction === "previous" ? direction : undefined,
    cursor: parameters.get("last_id") ?? undefined,
    page: pageNumber(parameters.get("page")),
  };
}

/** An address without an order that the list doesn't have. Tabs share an address, so it can be that of another tab's list. */
export function withKnownSort(url: URL, { columns }: ListDeclaration): URL {
  const key = url.searchParams.get("sort")?.split(" ")[0];
  if (!key || columns.some((column) => column.sortable && column.key === key)) return url;
  const known = new URL(url);
  known.searchParams.delete("sort");
  return known;
}

/** The page number in an address, at most the last one that a list can have. Undefined for anything else, which means the first page. */
function pageNumber(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,9}$/.test(text) ? Math.min(Number(text), MAX_PAGES) : undefined;
}

/** Reads an order, `"<column key> asc|desc"`. @throws 400 that names the offered orders, for any other text */
export function assertSort(sort: string, list: ListDeclaration): { key: string; descending: boolean } {
  const sortable = list.columns.filter((column) => column.sortable);
  for (const { key } of sortable) {
    if (sort === `${key} asc`) return { key, descending: false };
    if (sort === `${key} desc`) return { key, descending: true };
  }
  const allowed = sortable.map(({ key }) => key).join(", ");
  throw badRequest(`The list can't be sorted by "${sort}". It can be sorted by: ${allowed}.`);
}

/**
 * Exactly 10 characters that are a valid MM/DD/YYYY of the year 1000 or later are a date search, sent as DD-MM-YYYY. Any other text
 * searches by email address.
 */
export function searchKind(search: string): { searchType: "Email" | "Date"; searchValue: string } {
  const date = parseUsDate(search) && parseStoredDate(search);
  return date
    ? { searchType: "Date", searchValue: toSearchDate(date) }
    : { searchType: "Email", searchValue: search };
}
