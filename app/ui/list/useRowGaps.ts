import { type RefObject, useEffect, useLayoutEffect, useState } from "react";

/** How long the place of a row that leaves stays empty: a second click on the same place must not hit the next row. */
export const GAP_MS = 800;

/** The empty place of a row that has left. */
export interface RowGap {
  id: string;
  /** It is above the visible row at this index. */
  index: number;
  /** In pixels. */
  height: number;
}

interface OpenGap {
  id: string;
  height: number;
  /** The rows above and below it when it opened. */
  above: ReadonlySet<string>;
  below: ReadonlySet<string>;
  /** Of `performance.now()`. */
  until: number;
}

/**
 * Keeps the places of rows that leave the list empty for a moment, so that the rows below don't move up under the pointer: after a
 * decision here, by a job, or when the list is loaded again because of someone else's.
 * @param visible the ids of the rows that are shown, in their order
 * @param page names what the list shows. Rows of another page leave no gaps
 */
export function useRowGaps(visible: readonly string[], page: string): readonly RowGap[] {
  const [gaps, setGaps] = useState<readonly OpenGap[]>([]);
  const [shown, setShown] = useState({ visible, page });
  // During the render, because the rows are still in the document and their places must not close for a moment.
  if (shown.page !== page) {
    setShown({ visible, page });
    setGaps([]);
  } else if (!isSame(shown.visible, visible)) {
    setShown({ visible, page });
    const present = new Set(visible);
    const until = performance.now() + GAP_MS;
    const heights = heightsOfRows();
    const opened = shown.visible.flatMap((id, index) => {
      if (present.has(id)) return [];
      const above = new Set(shown.visible.slice(0, index));
      const below = new Set(shown.visible.slice(index + 1));
      return [{ id, height: heights.get(id) ?? 0, above, below, until }];
    });
    const open = new Set(opened.map(({ id }) => id));
    // A row whose change was refused is shown in its place again.
    const others = gaps.filter(({ id }) => !present.has(id) && !open.has(id));
    setGaps([...others, ...opened]);
  }

  useEffect(() => {
    if (gaps.length === 0) return;
    const first = Math.min(...gaps.map(({ until }) => until));
    const close = () => setGaps((open) => open.filter(({ until }) => until > performance.now() + 1));
    const timer = setTimeout(close, Math.max(0, first - performance.now()));
    return () => clearTimeout(timer);
  }, [gaps]);

  return gaps.map(({ id, height, above, below }) => ({ id, height, index: placeOf(visible, above, below) }));
}

/** Rows that appear at the end of the list stay below a gap, and rows that appear at its beginning above it. */
function placeOf(visible: readonly string[], above: ReadonlySet<string>, below: ReadonlySet<string>): number {
  const last = visible.findLastIndex((id) => above.has(id));
  if (last >= 0) return last + 1;
  return Math.max(
    0,
    visible.findIndex((id) => below.has(id)),
  );
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one === other || (one.length === other.length && one.every((id, index) => id === other[index]));

const heightsOfRows = (): Map<string, number> =>
  new Map(
    [...document.querySelectorAll<HTMLElement>("tr[data-row-id]")].map((row) => [
      row.dataset.rowId ?? "",
      row.getBoundingClientRect().height,
    ]),
  );

/** The browser may let a slide start a moment after the frame that it is first drawn in: that frame must show its beginning, too. */
const SLIDE: KeyframeAnimationOptions = { duration: 160, easing: "ease-out", fill: "backwards" };

/** React warns about layout effects on the server. */
const useEffectBeforePaint = typeof document === "undefined" ? useEffect : useLayoutEffect;

interface ShownRows {
  /** Names what the list shows. Rows of another page don't slide. */
  page: string;
  rowIds: readonly string[];
  gaps: readonly RowGap[];
}

/** When a row leaves or returns, the others slide to their new places instead of jumping, so that the eye doesn't lose them. */
export function useSlidingRows(panel: RefObject<HTMLElement>, { page, rowIds, gaps }: ShownRows): void {
  const order = `${rowIds}|${gaps.map(({ id }) => id)}`;
  const [shown, setShown] = useState({ page, order, tops: NO_ROWS });
  // Measured during the render, while the rows are still where they were. At an earlier commit, the window may have been wider.
  if (shown.page !== page || shown.order !== order)
    setShown({ page, order, tops: shown.page === page ? topsOf(panel.current) : NO_ROWS });

  useEffectBeforePaint(() => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const [row, top] of shown.tops) {
      const moved = top - row.offsetTop;
      if (moved === 0) continue;
      // An earlier slide may still be running. The row goes on from where that one shows it.
      const by = moved + new DOMMatrix(getComputedStyle(row).transform).m42;
      row.animate({ transform: [`translateY(${by}px)`, "none"] }, SLIDE);
    }
  }, [shown]);
}

type Tops = ReadonlyMap<HTMLElement, number>;

const NO_ROWS: Tops = new Map();

/** Without what a slide adds. */
const topsOf = (panel: HTMLElement | null): Tops =>
  new Map(
    Array.from(panel?.querySelectorAll<HTMLElement>("tr[data-row-id]") ?? [], (row) => [row, row.offsetTop]),
  );

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
