import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

const ACTIVE_ROW = 'tr[data-row-id][tabindex="0"]';

/**
 * Where keyboard work in a list continues: its active row, that of a list in a dialog before that of the page behind it.
 * @returns null where no list with rows is shown
 */
export const findActiveRow = (): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[role=dialog] ${ACTIVE_ROW}`) ??
  document.querySelector<HTMLElement>(ACTIVE_ROW);

/**
 * Moves the focus to the page when another one or another tab opens, because the link that was pressed is gone, such as that of an empty
 * list. A page is named by its heading, so a screen reader announces it.
 */
export function useFocusOnNewPage(): void {
  const { pathname, search } = useLocation();
  const shown = useRef({ pathname, search });
  useEffect(() => {
    const last = shown.current;
    shown.current = { pathname, search };
    const page = document.querySelector("main");
    if (pathname !== last.pathname)
      page?.setAttribute("aria-label", page.querySelector("h1")?.textContent ?? "");
    // A page that has just been opened gets its tab into the address.
    else if (search === last.search || !last.search) return;
    // The focus may be elsewhere: in a dialog, or in the admin's menu around this frame.
    if (document.hasFocus() && document.activeElement === document.body) page?.focus({ preventScroll: true });
  }, [pathname, search]);
}

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
