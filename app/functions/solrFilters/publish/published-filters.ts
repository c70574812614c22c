import type { StoredOptions } from "../merge-options";
import { effectiveSettings, type FilterSettings } from "../settings";

/** A filter as the storefront reads it. */
interface PublishedFilter extends FilterSettings {
  name: string;
  /** The options that have settings. All others are shown as they are, in the order of the search. */
  options: { name: string; order: number; overwrite: string; show: boolean }[];
}

/** A filter with its settings in a collection. */
export interface ConfiguredFilter {
  name: string;
  settings: FilterSettings;
  options: StoredOptions;
}

/** The filters of a collection for its metafield. The same filters make the same list, whatever order they were read in. */
export const publishedFilters = (filters: readonly ConfiguredFilter[]): PublishedFilter[] =>
  filters
    .map(({ name, settings, options }) => ({
      name,
      ...effectiveSettings(settings),
      options: Object.entries(options)
        .map(([option, { order, overwrite, show }]) => ({ name: option, order, overwrite, show }))
        .toSorted((a, b) => a.order - b.order || compare(a.name, b.name)),
    }))
    .toSorted((a, b) => a.order - b.order || compare(a.name, b.name));

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
