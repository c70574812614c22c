import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * Moves the focus to the page when another one opens, because the link that was pressed is gone. The page is named by its heading, so a
 * screen reader announces it.
 */
export function useFocusOnNewPage(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (pathname === shown.current) return;
    shown.current = pathname;
    const page = document.querySelector("main");
    page?.setAttribute("aria-label", page.querySelector("h1")?.textContent ?? "");
    // The focus may be elsewhere: in a dialog, or in the admin's menu around this frame.
    if (document.hasFocus() && document.activeElement === document.body) page?.focus({ preventScroll: true });
  }, [pathname]);
}
