import { useEffect, useState } from "react";

/**
 * For dialogs and panels: when it closes, the focus returns to the element that had it before.
 * @param openerId for a dialog with its own address: the id of the control that opens it, because the page behind it is rendered again
 */
export function useReturnFocus(openerId?: string): void {
  const [before] = useState(() => (typeof document === "undefined" ? null : document.activeElement));
  useEffect(
    () => () => {
      // The page decides if the element is gone, or if the focus has moved elsewhere.
      const isFree = document.activeElement === document.body;
      const opener = (openerId && document.getElementById(openerId)) || before;
      if (isFree && opener instanceof HTMLElement && opener.isConnected) opener.focus();
    },
    [before, openerId],
  );
}
