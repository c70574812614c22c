import { AVAILABILITY } from "./fields";
import type { DataType } from "./settings";

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

const YES_OR_NO: Readonly<Record<string, string>> = { true: "Yes", false: "No" };
const AVAILABLE_OR_NOT: Readonly<Record<string, string>> = { true: "In stock", false: "Out of stock" };

/** The captions of a filter's options that shoppers couldn't read otherwise: true and false. */
const captionsOf = ({ name, type }: { name: string; type: DataType }): Readonly<Record<string, string>> =>
  name === AVAILABILITY ? AVAILABLE_OR_NOT : type === "Boolean" ? YES_OR_NO : {};

/** What shoppers see of an option that has no overwrite. */
export const captionOf = (filter: { name: string; type: DataType }, option: string): string =>
  captionsOf(filter)[option] ?? option;

/** The stored settings for the storefront, with the captions of options that have none. */
export const withCaptions = (
  filter: { name: string; type: DataType },
  stored: StoredOptions,
): StoredOptions => ({
  ...stored,
  ...Object.fromEntries(
    Object.entries(captionsOf(filter)).map(([option, caption]) => {
      const settings = stored[option] ?? DEFAULT_OPTION;
      return [option, { ...settings, overwrite: settings.overwrite || caption }];
    }),
  ),
});

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
