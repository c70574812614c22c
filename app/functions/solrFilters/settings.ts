/** How a filter is shown to shoppers. */
export const CONTROL_STYLES = ["Checkbox", "Radio", "Custom"] as const;

export type ControlStyle = (typeof CONTROL_STYLES)[number];

/** The controls of the style Custom. The storefront brings them, and reads `params`. */
export const CUSTOM_CONTROLS = ["Range", "Swatches", "Dropdown"] as const;

export type CustomControl = (typeof CUSTOM_CONTROLS)[number];

/** The types of a field in the Solr index. */
export const DATA_TYPES = ["String", "Boolean", "Integer", "Float", "Date"] as const;

export type DataType = (typeof DATA_TYPES)[number];

export const MAX_CAPTION_LENGTH = 100;

export const MAX_PARAMS_LENGTH = 1_000;

export const MAX_ORDER = 999_999;

/** How many collections one copy of filters can have. */
export const MAX_COPY_TARGETS = 1_000;

/** The settings of a filter for the storefront: of its definition, or in one collection. */
export interface FilterSettings {
  /** Shown instead of the filter's name. Empty: its name is shown. */
  overwrite: string;
  show: boolean;
  order: number;
  style: ControlStyle;
  /** Whether each option has its number of products beside it. */
  counts: boolean;
  /** Whether the filter is open at first. */
  expand: boolean;
  /** The control of the style Custom. */
  custom: CustomControl | "";
  /** Parameters of the custom control, as text. */
  params: string;
  /** Whether shoppers can enter a range of their own. */
  customRange: boolean;
  /** The caption of the button that applies it. */
  customRangeButton: string;
  /** The caption of the button that resets the filter. */
  clear: string;
  /** Whether there is a search above the options. */
  optionFinder: boolean;
}

/** The captions of the form's fields, which changes are audited under. */
export const SETTING_LABELS: Record<keyof FilterSettings, string> = {
  overwrite: "Overwrite",
  show: "Show",
  order: "Order",
  style: "Control Style",
  counts: "Show Counts",
  expand: "Expand Filters",
  custom: "Custom",
  params: "Params",
  customRange: "Custom Range",
  customRangeButton: "Custom Range button caption",
  clear: "Reset button caption",
  optionFinder: "Show Option Finder",
};

/** The settings of a filter before its first change. */
export const DEFAULT_SETTINGS: FilterSettings = {
  overwrite: "",
  show: true,
  order: 0,
  style: "Checkbox",
  counts: true,
  expand: false,
  custom: "",
  params: "",
  customRange: false,
  customRangeButton: "",
  clear: "",
  optionFinder: false,
};

type DependentField = "custom" | "params" | "customRange" | "customRangeButton" | "optionFinder";

/** Which of the fields that depend on others are enabled. */
export function enabledFields({
  style,
  custom,
  customRange,
}: FilterSettings): Readonly<Record<DependentField, boolean>> {
  const isCustom = style === "Custom";
  const isRange = isCustom && custom === "Range";
  return {
    custom: isCustom,
    params: isCustom,
    customRange: isRange,
    customRangeButton: isRange && customRange,
    optionFinder: !isCustom,
  };
}

/** The settings without the values of disabled fields, which are stored for the time when they are enabled again. */
export function effectiveSettings(settings: FilterSettings): FilterSettings {
  const effective = { ...settings };
  const enabled = enabledFields(settings);
  if (!enabled.custom) effective.custom = "";
  if (!enabled.params) effective.params = "";
  if (!enabled.customRange) effective.customRange = false;
  if (!enabled.customRangeButton) effective.customRangeButton = "";
  if (!enabled.optionFinder) effective.optionFinder = false;
  return effective;
}

const SETTING_NAMES = Object.keys(DEFAULT_SETTINGS) as (keyof FilterSettings)[];

/** The settings among the properties of a row. */
export const settingsOf = (row: FilterSettings): FilterSettings =>
  Object.fromEntries(SETTING_NAMES.map((name) => [name, row[name]])) as unknown as FilterSettings;

/** The names of the settings that differ. */
export const changedSettings = (before: FilterSettings, after: FilterSettings): (keyof FilterSettings)[] =>
  SETTING_NAMES.filter((name) => before[name] !== after[name]);

/** The name of all data of this page in realtime messages. */
export const FILTERS_LIST = "solrFilters";

interface Sortable {
  name: string;
  order: number;
}

const byOrder = (a: Sortable, b: Sortable): number => a.order - b.order || a.name.localeCompare(b.name, "en");

/** Definitions as their grid shows them: active ones first, then by order and name. */
export const sortDefinitions = <Row extends Sortable & { active: boolean }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => Number(b.active) - Number(a.active) || byOrder(a, b));

/** A collection's filters as their grid shows them: included ones first, then by order and name. */
export const sortCollectionFilters = <Row extends Sortable & { included: boolean }>(
  rows: readonly Row[],
): Row[] => rows.toSorted((a, b) => Number(b.included) - Number(a.included) || byOrder(a, b));
