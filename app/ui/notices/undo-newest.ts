/** Marks the element around a notice's Undo. Its value counts from the newest notice, 0. */
export const UNDO_MARK = "data-undo";

/** Presses the Undo of the newest notice. @returns false without one */
export function undoNewest(): boolean {
  const marks = [...document.querySelectorAll(`[${UNDO_MARK}]`)];
  const rankOf = (mark: Element) => Number(mark.getAttribute(UNDO_MARK));
  const newest = marks.sort((one, other) => rankOf(one) - rankOf(other))[0]?.querySelector("button");
  newest?.click();
  return Boolean(newest);
}
