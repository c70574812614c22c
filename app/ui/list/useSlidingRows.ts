import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { RowGap } from "./useRowGaps";

const SLIDE: KeyframeAnimationOptions = { duration: 160, easing: "ease-out" };

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
  const before = useRef({ page, tops: new Map<string, number>() });
  const order = [...rowIds, "", ...gaps.map(({ id }) => id)].join();
  useEffectBeforePaint(() => {
    const rows = panel.current?.querySelectorAll<HTMLElement>("tr[data-row-id]") ?? [];
    // Without what an earlier slide adds.
    const tops = new Map([...rows].map((row) => [row.dataset.rowId ?? "", row.offsetTop]));
    const last = before.current;
    before.current = { page, tops };
    if (last.page !== page || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const row of rows) {
      const by = (last.tops.get(row.dataset.rowId ?? "") ?? row.offsetTop) - row.offsetTop;
      if (by !== 0) row.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], SLIDE);
    }
  }, [page, order]);
}
