import { useCallback, useRef, useState } from "react";

/**
 * The row whose submission is open in a dialog. It stays open when its row leaves the list.
 * @param rows of the page
 */
export function useOpenRow(rows: readonly { id: string }[]) {
  const [openId, setOpenId] = useState<string | null>(null);
  const index = rows.findIndex(({ id }) => id === openId);
  const place = useRef(0);
  if (index >= 0) place.current = index;
  return {
    openId,
    open: useCallback((id: string) => {
      // The first row is the next one of a submission that isn't on the page.
      place.current = 0;
      setOpenId(id);
    }, []),
    close: useCallback(() => setOpenId(null), []),
    /** Opens the next or previous submission of the page, if there is one. */
    move(by: 1 | -1): void {
      // When the open row has left the list, the next row has its place.
      const from = index < 0 && by > 0 ? place.current - 1 : place.current;
      const next = rows[from + by];
      if (next) setOpenId(next.id);
    },
  };
}
