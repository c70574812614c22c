import { type RefObject, useEffect } from "react";

/**
 * Keeps the rows where they are while the pointer or the focus is on them: when something above them appears, grows or disappears, such
 * as a banner or a panel, the page scrolls by as much.
 */
export function useSteadyRows(panel: RefObject<HTMLElement>): void {
  useEffect(() => {
    const element = panel.current;
    if (!element || typeof ResizeObserver === "undefined") return;
    const topInPage = () => element.getBoundingClientRect().top + window.scrollY;
    let top = topInPage();
    // Called after the layout and before the paint, so that the rows aren't drawn anywhere else.
    const observer = new ResizeObserver(() => {
      const now = topInPage();
      const isInUse = element.matches(":hover") || element.contains(document.activeElement);
      if (now !== top && isInUse) window.scrollBy({ top: now - top, behavior: "instant" });
      top = now;
    });
    // What is inserted makes one of them larger. The document itself may be as high as the window.
    for (let around = element.parentElement; around; around = around.parentElement) observer.observe(around);
    return () => observer.disconnect();
  }, [panel]);
}
