import { useEffect, useState } from "react";
import { findActiveRow } from "./active-row";

/**
 * For dialogs and panels: when it closes, the focus returns to the element that had it before, or to the list's active row if that
 * element is gone.
 * @param openerId for a dialog with its own address: the id of the control that opens it, because the page behind it is rendered again
 */
export function useReturnFocus(openerId?: string): void {
  const [before] = useState(() => (typeof document === "undefined" ? null : document.activeElement));
  useEffect(
    () => () => {
      // The focus may have moved elsewhere.
      if (document.activeElement !== document.body) return;
      const opener = (openerId && document.getElementById(openerId)) || before;
      const target = opener?.isConnected ? opener : findActiveRow();
      if (target instanceof HTMLElement) target.focus();
    },
    [before, openerId],
  );
}
