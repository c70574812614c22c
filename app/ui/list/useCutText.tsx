import { type ReactPortal, type RefObject, useEffect, useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import styles from "./CutText.module.css";
import rowStyles from "./RowTable.module.css";

interface Shown {
  texts: readonly string[];
  left: number;
  top: number;
}

/** Runs before the paint in the browser. On the server there is nothing to measure. */
const useMeasuring = typeof document === "undefined" ? useEffect : useLayoutEffect;

/**
 * Texts of a table that don't fit: addresses are shortened in the middle, and every cut text is shown whole while the pointer is on
 * it, or while the focus is in its cell or on its row. Escape hides it. Screen readers always have the whole text.
 * @param content another value measures again
 * @returns what is shown, for the table's parent
 */
export function useCutText(table: RefObject<HTMLTableElement>, content: unknown): ReactPortal | null {
  const [shown, setShown] = useState<Shown | null>(null);

  useMeasuring(() => {
    const element = table.current;
    if (!element) return;
    markAddresses(element);
    if (typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(() => markAddresses(element));
    observer.observe(element);
    return () => observer.disconnect();
  }, [table, content]);

  useEffect(() => {
    const element = table.current;
    if (!element) return;
    const hide = () => setShown(null);
    const showLines = (lines: readonly HTMLElement[]) => {
      const cut = lines.filter(isCut);
      const place = cut[0]?.getBoundingClientRect();
      setShown(
        place ? { texts: cut.map(textOf), left: place.left, top: Math.max(...cut.map(bottomOf)) } : null,
      );
    };
    const onFocus = ({ target }: Event) => {
      // A click needs no help: the pointer is on the text already.
      if (target instanceof HTMLElement && target.matches(":focus-visible"))
        showLines(linesOf(target.closest("td") ?? target));
    };
    const onPointer = ({ target }: Event) => {
      const line = (target as Element).closest<HTMLElement>(`.${rowStyles.line}`);
      showLines(line ? [line] : []);
    };
    const onKey = ({ key }: KeyboardEvent) => key === "Escape" && hide();
    element.addEventListener("focusin", onFocus);
    element.addEventListener("focusout", hide);
    element.addEventListener("pointerover", onPointer);
    element.addEventListener("pointerleave", hide);
    element.addEventListener("keydown", onKey);
    window.addEventListener("scroll", hide, true);
    return () => {
      element.removeEventListener("focusin", onFocus);
      element.removeEventListener("focusout", hide);
      element.removeEventListener("pointerover", onPointer);
      element.removeEventListener("pointerleave", hide);
      element.removeEventListener("keydown", onKey);
      window.removeEventListener("scroll", hide, true);
    };
  }, [table]);

  if (!shown) return null;
  return createPortal(
    <div
      aria-hidden="true"
      data-whole-text
      className={styles.whole}
      style={{ left: shown.left, top: shown.top }}
    >
      {shown.texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two cells may have the same text, and those of one row never move
        <div key={index}>{text}</div>
      ))}
    </div>,
    document.body,
  );
}

/** All sizes are read before anything is written, so that the page is laid out once. */
function markAddresses(table: HTMLElement): void {
  const addresses = [...table.querySelectorAll<HTMLElement>("[data-end]")];
  const cut = addresses.map(isTooLong);
  for (const [index, address] of addresses.entries()) address.toggleAttribute("data-cut", cut[index]);
}

/** Whether its text is wider, also by less than a pixel: the browser then cuts its end. */
function isTooLong(address: HTMLElement): boolean {
  if (address.clientWidth <= 1) return false;
  const text = document.createRange();
  text.selectNodeContents(address);
  return text.getBoundingClientRect().width > address.getBoundingClientRect().width + 0.1;
}

const linesOf = (part: Element): HTMLElement[] => [
  ...part.querySelectorAll<HTMLElement>(`.${rowStyles.line}`),
];

/** The line itself, or what in it has its own width. */
const isCut = (line: HTMLElement): boolean =>
  [line, ...line.querySelectorAll<HTMLElement>("*")].some(
    (element) => overflows(element) && getComputedStyle(element).overflow !== "visible",
  );

/** More than a pixel, because widths are rounded. */
const overflows = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean =>
  clientWidth > 1 && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 2);

const textOf = (line: HTMLElement): string => line.innerText.trim();
const bottomOf = (line: HTMLElement): number => line.getBoundingClientRect().bottom;
