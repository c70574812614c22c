import { useCallback, useRef, useState } from "react";

/**
 * The row whose submission is open in a dialog. It stays open when its row leaves the list.
 * @param rows of the page
 */
export function useOpenRow(rows: readonly { id: string }[]) {
  const [openId, setOpenId] = useState<string | null>(null);
  const position = useRef(0);
  const latest = useRef(rows);
  latest.current = rows;
  const open = useCallback((id: string) => {
    position.current = latest.current.findIndex((row) => row.id === id);
    setOpenId(id);
  }, []);
  return {
    openId,
    open,
    close: useCallback(() => setOpenId(null), []),
    /** Opens the next or previous submission of the page, if there is one. */
    move: useCallback(
      (by: 1 | -1) => {
        const next = latest.current[position.current + by];
        if (next) open(next.id);
      },
      [open],
    ),
  };
}
