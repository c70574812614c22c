/** The logic of search filters: the order of the grids, options, settings that depend on each other, and what is published. */
import { expect, test } from "vitest";
import { dataTypeOf } from "~/domain/search/index-fields";
import { filterSubject } from "~/functions/solrFilters/audit.server";
import { initialSettings } from "~/functions/solrFilters/fields";
import {
  changedOptions,
  changeOptions,
  MAX_LISTED_OPTIONS,
  mayHaveMore,
  mergeOptions,
} from "~/functions/solrFilters/merge-options";
import { publishedFilters } from "~/functions/solrFilters/publish/publication-store.server";
import {
  DEFAULT_SETTINGS,
  effectiveSettings,
  enabledFields,
  sortCollectionFilters,
  sortDefinitions,
} from "~/functions/solrFilters/settings";

test("definitions are sorted by active, order and name, and a collection's filters by included", () => {
  const rows = [
    { name: "vendor", order: 2, on: true },
    { name: "tags", order: -1, on: false },
    { name: "price", order: 2, on: true },
    { name: "custom.color", order: 1, on: true },
  ];
  const expected = ["custom.color", "price", "vendor", "tags"];
  const definitions = sortDefinitions(rows.map(({ on, ...row }) => ({ ...row, active: on })));
  expect(definitions.map(({ name }) => name)).toEqual(expected);
  const filters = sortCollectionFilters(rows.map(({ on, ...row }) => ({ ...row, included: on })));
  expect(filters.map(({ name }) => name)).toEqual(expected);
});

test("options have the values of products with their stored settings, and a stored one without a product stays", () => {
  const values = new Map([
    ["18 V", 4],
    ["4 V", 1],
    ["Red", 2],
  ]);
  const stored = {
    Red: { order: -1, overwrite: "Rot", show: true },
    Gone: { order: 0, overwrite: "", show: false },
  };
  expect(mergeOptions(values, stored)).toEqual([
    { name: "Red", order: -1, overwrite: "Rot", show: true, products: 2 },
    { name: "4 V", order: 0, overwrite: "", show: true, products: 1 },
    { name: "18 V", order: 0, overwrite: "", show: true, products: 4 },
    { name: "Gone", order: 0, overwrite: "", show: false, products: 0 },
  ]);
});

test("products may have more options when as many as are listed have products", () => {
  const listed = Array.from({ length: MAX_LISTED_OPTIONS }, () => ({ products: 1 }));
  expect(mayHaveMore(listed)).toBe(true);
  expect(mayHaveMore([...listed.slice(1), { products: 0 }])).toBe(false);
});

test("a changed option leaves the others, and default settings aren't stored", () => {
  const stored = {
    Red: { order: 1, overwrite: "", show: true },
    Blue: { order: 2, overwrite: "", show: true },
  };
  const after = changeOptions(stored, [
    { name: "Red", order: 0, overwrite: "", show: true },
    { name: "Green", order: 0, overwrite: "", show: false },
    { name: "Plain", order: 0, overwrite: "", show: true },
  ]);
  expect(after).toEqual({
    Blue: { order: 2, overwrite: "", show: true },
    Green: { order: 0, overwrite: "", show: false },
  });
  expect(changedOptions(stored, after).toSorted()).toEqual(["Green", "Red"]);
});

test.each([
  [{ style: "Checkbox" }, ["optionFinder"]],
  [{ style: "Radio", custom: "Range", customRange: true }, ["optionFinder"]],
  [{ style: "Custom", custom: "" }, ["custom", "params"]],
  [{ style: "Custom", custom: "Swatches", customRange: true }, ["custom", "params"]],
  [{ style: "Custom", custom: "Range" }, ["custom", "params", "customRange"]],
  [
    { style: "Custom", custom: "Range", customRange: true },
    ["custom", "params", "customRange", "customRangeButton"],
  ],
] as const)("with %o, these fields are enabled: %o", (settings, expected) => {
  const enabled = Object.entries(enabledFields({ ...DEFAULT_SETTINGS, ...settings }));
  expect(enabled.filter(([, isEnabled]) => isEnabled).map(([name]) => name)).toEqual(expected);
});

test("the values of disabled fields aren't published, and the list doesn't depend on the order of reading", () => {
  const settings = {
    ...DEFAULT_SETTINGS,
    order: 1,
    custom: "Range",
    params: "step=5",
    customRange: true,
    customRangeButton: "Go",
    optionFinder: true,
  } as const;
  const { custom, params, customRange, customRangeButton, optionFinder } = effectiveSettings(settings);
  expect([custom, params, customRange, customRangeButton, optionFinder]).toEqual(["", "", false, "", true]);
  const color = {
    name: "custom.color",
    settings,
    type: "String",
    output: true,
    options: {
      Red: { order: 2, overwrite: "", show: true },
      Blue: { order: 1, overwrite: "Navy", show: true },
    },
  } as const;
  const vendor = {
    name: "vendor",
    settings: DEFAULT_SETTINGS,
    options: {},
    type: "String",
    output: false,
  } as const;
  const types = new Map([["custom.color", "list.color"]]);
  const published = publishedFilters([color, vendor], types);
  expect(published).toMatchObject([
    { name: "vendor", field: "vendor_s", style: "Checkbox", options: [] },
    {
      name: "custom.color",
      field: "custom_color_ss",
      custom: "",
      options: [{ name: "Blue", overwrite: "Navy" }, { name: "Red" }],
    },
  ]);
  expect(publishedFilters([vendor, color], types)).toEqual(published);
});

test("a metafield's type decides about its type in Solr, and the price begins as a range", () => {
  const types = [
    "list.number_integer",
    "number_decimal",
    "boolean",
    "date_time",
    "list.color",
    "list.weight",
  ];
  expect(types.map(dataTypeOf)).toEqual(["Integer", "Float", "Boolean", "Date", "String", "Float"]);
  expect(initialSettings("price")).toMatchObject({ style: "Custom", custom: "Range" });
  expect(initialSettings("vendor")).toEqual(DEFAULT_SETTINGS);
});

test("the longest name that a filter can have is a subject of the audit log", () => {
  expect(`${"n".repeat(255)}.${"k".repeat(64)}`).toMatch(new RegExp(filterSubject.id.pattern));
});
