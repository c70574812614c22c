/** How an option of a filter is shown in one collection. */
export interface OptionSettings {
  order: number;
  /** Shown instead of the option. Empty: the option itself is shown. */
  overwrite: string;
  show: boolean;
}

/** An option of a filter in one collection. */
export interface FilterOption extends OptionSettings {
  /** The value of the field. */
  name: string;
  /** How many active products of the collection have it. 0: it has settings, but no product has it any longer. */
  products: number;
}

/** The settings by option. Options without settings of their own aren't in it. */
export type StoredOptions = Readonly<Record<string, OptionSettings>>;

/** Of each filter: those that the most products have. Options with settings are listed in addition. */
export const MAX_LISTED_OPTIONS = 1_000;

const DEFAULT_OPTION: OptionSettings = { order: 0, overwrite: "", show: true };

const naturalOrder = new Intl.Collator("en", { numeric: true });

/** The values that products have, and the settings that are stored, as one list: by order, then by name. */
export function mergeOptions(values: ReadonlyMap<string, number>, stored: StoredOptions): FilterOption[] {
  const names = new Set([...values.keys(), ...Object.keys(stored)]);
  return [...names]
    .map((name) => ({ name, ...DEFAULT_OPTION, ...stored[name], products: values.get(name) ?? 0 }))
    .toSorted((a, b) => a.order - b.order || naturalOrder.compare(a.name, b.name));
}

/** The stored settings after a change. Options that aren't changed keep theirs, and default settings aren't stored. */
export function changeOptions(
  stored: StoredOptions,
  changes: readonly (OptionSettings & { name: string })[],
): StoredOptions {
  const after = new Map(Object.entries(stored));
  for (const { name, order, overwrite, show } of changes) after.set(name, { order, overwrite, show });
  return Object.fromEntries([...after].filter(([, option]) => !isSameOption(option, DEFAULT_OPTION)));
}

/** Whether two options are shown in the same way. */
export const isSameOption = (a: OptionSettings, b: OptionSettings): boolean =>
  a.order === b.order && a.overwrite === b.overwrite && a.show === b.show;

/** The names of the options whose settings differ. */
export const changedOptions = (before: StoredOptions, after: StoredOptions): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isSameOption(before[name] ?? DEFAULT_OPTION, after[name] ?? DEFAULT_OPTION),
  );

/** Whether products may have more options than are listed. */
export const mayHaveMore = (options: readonly Pick<FilterOption, "products">[]): boolean =>
  options.filter(({ products }) => products > 0).length >= MAX_LISTED_OPTIONS;
