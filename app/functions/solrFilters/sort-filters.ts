export interface Sortable {
  name: string;
  order: number;
}

export const byOrder = (a: Sortable, b: Sortable): number =>
  a.order - b.order || a.name.localeCompare(b.name, "en");

/** Definitions as their grid shows them: active ones first, then by order and name. */
export const sortDefinitions = <Row extends Sortable & { active: boolean }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => Number(b.active) - Number(a.active) || byOrder(a, b));

/** A collection's filters as their grid shows them: included ones first, then by order and name. */
export const sortCollectionFilters = <Row extends Sortable & { included: boolean }>(
  rows: readonly Row[],
): Row[] => rows.toSorted((a, b) => Number(b.included) - Number(a.included) || byOrder(a, b));
