const ACTIVE_ROW = 'tr[data-row-id][tabindex="0"]';

/**
 * Where keyboard work in a list continues: its active row, that of a list in a dialog before that of the page behind it.
 * @returns null where no list with rows is shown
 */
export const findActiveRow = (): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[role=dialog] ${ACTIVE_ROW}`) ??
  document.querySelector<HTMLElement>(ACTIVE_ROW);
