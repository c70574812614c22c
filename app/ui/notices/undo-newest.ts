/** Marks the element around a notice's Undo. */
export const UNDO_MARK = "data-undo";

/** Presses the Undo of the newest notice. @returns false without one */
export function undoNewest(): boolean {
  const newest = [...document.querySelectorAll<HTMLButtonElement>(`[${UNDO_MARK}] button`)].at(-1);
  newest?.click();
  return newest !== undefined;
}
