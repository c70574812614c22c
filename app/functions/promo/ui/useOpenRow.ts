import { useNavigate } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { ListResult } from "~/platform/list";
import { numberedPage } from "~/ui/list/address";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { formatCount } from "~/ui/numbers";

/** Where the open submission is in the list. */
export interface RowPlace {
  /** "12 of 168". Empty for a submission that isn't on the page. */
  text: string;
  hasPrevious: boolean;
  hasNext: boolean;
}

/**
 * The row whose submission is open in a dialog. It stays open when its row leaves the list.
 * @param rows of the page
 */
export function useOpenRow(rows: readonly { id: string }[]) {
  const [openId, setOpenId] = useState<string | null>(null);
  const ids = rows.map(({ id }) => id);
  const index = ids.indexOf(openId ?? "");
  const order = useRef<readonly string[]>([]);
  order.current = merge(order.current, ids);
  /** The next or previous row of the page. The first row is the next one of a submission that was never there. */
  const idAt = (by: 1 | -1): string | undefined => {
    const place = order.current.indexOf(openId ?? "");
    const isShown = (id: string) => ids.includes(id);
    return by > 0
      ? order.current.slice(place + 1).find(isShown)
      : order.current.slice(0, Math.max(0, place)).findLast(isShown);
  };
  return {
    openId,
    /** The open row's in the page. -1 for one that isn't there. */
    index,
    hasRow: (by: 1 | -1): boolean => idAt(by) !== undefined,
    open: useCallback((id: string) => setOpenId(id), []),
    close: useCallback(() => setOpenId(null), []),
    /** Opens the next or previous submission of the page. @returns false if there is none */
    move(by: 1 | -1): boolean {
      const id = idAt(by);
      if (id !== undefined) setOpenId(id);
      return id !== undefined;
    },
  };
}

/**
 * The order of all rows that the list has shown. A row that has left keeps its place, so that one that returns, because Shopify refused
 * its order or its decision was undone, is before the rows that followed it. A new row is right before the row that it is shown above.
 */
function merge(order: readonly string[], ids: readonly string[]): readonly string[] {
  const places = ids.map((id) => order.indexOf(id)).filter((place) => place >= 0);
  // The list has another order now.
  if (places.some((place, index) => place < (places[index - 1] ?? 0))) return ids;
  const merged = [...order];
  for (const [index, id] of ids.entries()) {
    if (order.includes(id)) continue;
    const next = ids.slice(index).find((below) => order.includes(below));
    merged.splice(next === undefined ? merged.length : merged.indexOf(next), 0, id);
  }
  return merged;
}

/** `useOpenRow` for a list with pages, whose submissions are opened one after the other. */
export function useOpenPlace(
  result: Pick<ListResult<{ id: string }>, "rows" | "pager" | "total" | "hasNextPage" | "hasPreviousPage">,
  pageSize: number,
) {
  const { rows, pager, total, hasNextPage, hasPreviousPage } = result;
  const { index, hasRow, move, ...row } = useOpenRow(rows);
  const turnPage = useTurnPage(result, row);
  const number = ((pager?.page ?? 1) - 1) * pageSize + index + 1;
  const place: RowPlace = {
    text:
      index < 0 || !total
        ? ""
        : `${formatCount(number)} of ${formatCount(total.count)}${total.exact ? "" : " or more"}`,
    hasPrevious: hasRow(-1) || hasPreviousPage,
    hasNext: hasRow(1) || hasNextPage,
  };
  return {
    ...row,
    place,
    /** Opens the next or previous submission of the list, also of another page. @returns false if there is none */
    move: (by: 1 | -1): boolean => move(by) || turnPage(by),
  };
}

/**
 * Opens the first row of the next page, or the last one of the previous page, when that is loaded: not when the dialog was closed, or
 * shows another submission, by then.
 */
function useTurnPage(
  { rows, pager, hasNextPage, hasPreviousPage }: Parameters<typeof useOpenPlace>[0],
  { openId, open }: Pick<ReturnType<typeof useOpenRow>, "openId" | "open">,
) {
  const navigate = useNavigate();
  const search = usePendingSearch();
  const wanted = useRef<{ by: 1 | -1; page: number; from: string | null } | null>(null);
  const page = pager?.page ?? 1;
  useEffect(() => {
    if (wanted.current?.page !== page) return;
    const { by, from } = wanted.current;
    const row = by > 0 ? rows[0] : rows.at(-1);
    wanted.current = null;
    if (row && from === openId) open(row.id);
  }, [page, rows, openId, open]);
  return (by: 1 | -1): boolean => {
    if (by > 0 ? !hasNextPage : !hasPreviousPage) return false;
    wanted.current = { by, page: page + by, from: openId };
    navigate(numberedPage(search, page + by), { replace: true });
    return true;
  };
}
