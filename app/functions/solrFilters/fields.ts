import { type DataType, DEFAULT_SETTINGS, type FilterSettings } from "./settings";

/** The field that is filtered by ranges instead of options. */
export const PRICE = "price";

/** The fields of every product that can be filters, and their types in Solr. */
export const BUILT_IN_FIELDS: Readonly<Record<string, DataType>> = {
  vendor: "String",
  product_type: "String",
  tags: "String",
  [PRICE]: "Float",
};

/** Whether a filter is a metafield, whose name is `namespace.key`. */
export const isMetafield = (name: string): boolean => name.includes(".");

/** The type in Solr that fits a metafield's type, also of a list. */
export function dataTypeOf(metafieldType: string): DataType {
  switch (metafieldType.replace(/^list\./, "")) {
    case "number_integer":
      return "Integer";
    case "number_decimal":
    // The index has these as numbers, without their units.
    case "dimension":
    case "volume":
    case "weight":
    case "rating":
    case "money":
      return "Float";
    case "boolean":
      return "Boolean";
    case "date":
    case "date_time":
      return "Date";
    default:
      return "String";
  }
}

/** The settings that a field begins with. */
export const initialSettings = (name: string): FilterSettings =>
  name === PRICE ? { ...DEFAULT_SETTINGS, style: "Custom", custom: "Range" } : DEFAULT_SETTINGS;
