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
  const index = rows.findIndex(({ id }) => id === openId);
  const lastIndex = useRef(0);
  if (index >= 0) lastIndex.current = index;
  /** The next or previous row of the page. */
  const rowAt = (by: 1 | -1) => {
    // When the open row has left the list, the next row has its place.
    const from = index < 0 && by > 0 ? lastIndex.current - 1 : lastIndex.current;
    return rows[from + by];
  };
  return {
    openId,
    /** The open row's in the page. -1 for one that isn't there. */
    index,
    hasRow: (by: 1 | -1): boolean => rowAt(by) !== undefined,
    open: useCallback((id: string) => {
      // The first row is the next one of a submission that isn't on the page.
      lastIndex.current = 0;
      setOpenId(id);
    }, []),
    close: useCallback(() => setOpenId(null), []),
    /** Opens the next or previous submission of the page. @returns false if there is none */
    move(by: 1 | -1): boolean {
      const next = rowAt(by);
      if (next) setOpenId(next.id);
      return next !== undefined;
    },
  };
}

/** `useOpenRow` for a list with pages, whose submissions are opened one after the other. */
export function useOpenPlace(
  result: Pick<ListResult<{ id: string }>, "rows" | "pager" | "total" | "hasNextPage" | "hasPreviousPage">,
  pageSize: number,
) {
  const { rows, pager, total, hasNextPage, hasPreviousPage } = result;
  const { index, hasRow, move, ...row } = useOpenRow(rows);
  const turnPage = useTurnPage(result, row.open);
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

/** Opens the first row of the next page, or the last one of the previous page, when that is loaded. */
function useTurnPage(
  { rows, pager, hasNextPage, hasPreviousPage }: Parameters<typeof useOpenPlace>[0],
  open: (id: string) => void,
) {
  const navigate = useNavigate();
  const search = usePendingSearch();
  const wanted = useRef<{ by: 1 | -1; page: number } | null>(null);
  const page = pager?.page ?? 1;
  useEffect(() => {
    if (wanted.current?.page !== page) return;
    const row = wanted.current.by > 0 ? rows[0] : rows.at(-1);
    wanted.current = null;
    if (row) open(row.id);
  }, [page, rows, open]);
  return (by: 1 | -1): boolean => {
    if (by > 0 ? !hasNextPage : !hasPreviousPage) return false;
    wanted.current = { by, page: page + by };
    navigate(numberedPage(search, page + by), { replace: true });
    return true;
  };
}
