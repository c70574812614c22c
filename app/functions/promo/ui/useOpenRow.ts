import { useCallback, useRef, useState } from "react";

/**
 * The row whose submission is open in a dialog. It stays open when its row leaves the list.
 * @param rows of the page
 */
export function useOpenRow(rows: readonly { id: string }[]) {
  const [openId, setOpenId] = useState<string | null>(null);
  const index = rows.findIndex(({ id }) => id === openId);
  // When the open row leaves the list, the next row has its place.
  const place = useRef(0);
  if (index >= 0) place.current = index;
  const latest = useRef({ rows, index });
  latest.current = { rows, index };
  const open = useCallback((id: string) => {
    place.current = 0;
    setOpenId(id);
  }, []);
  return {
    openId,
    open,
    close: useCallback(() => setOpenId(null), []),
    /** Opens the next or previous submission of the page, if there is one. */
    move: useCallback(
      (by: 1 | -1) => {
        const isListed = latest.current.index >= 0;
        const next = latest.current.rows[by > 0 && !isListed ? place.current : place.current + by];
        if (next) open(next.id);
      },
      [open],
    ),
  };
}
