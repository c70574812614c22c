import { useEffect, useState } from "react";

/**
 * For what opens over a page or in it, such as a dialog or a panel: when it closes, the focus goes back to what had it before, so
 * that somebody at the keyboard goes on where they were.
 * @param openerId of one with an address of its own: the id of the control that opens it, on the page that is made anew behind it
 */
export function useReturnFocus(openerId?: string): void {
  const [before] = useState(() => (typeof document === "undefined" ? null : document.activeElement));
  useEffect(
    () => () => {
      // What was focused may be gone by now, and somebody may have moved on; both are left to the page.
      const isFree = document.activeElement === document.body;
      const opener = (openerId && document.getElementById(openerId)) || before;
      if (isFree && opener instanceof HTMLElement && opener.isConnected) opener.focus();
    },
    [before, openerId],
  );
}
