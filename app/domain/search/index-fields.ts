import type { SearchField } from "./hooks.server";

/** What a record of a product can have beside its id, handle, title and currency, with the captions. */
export const PRODUCT_FIELDS = {
  description: "Description",
  vendor: "Vendor",
  productType: "Product type",
  tags: "Tags",
  collections: "Collections",
  image: "First picture",
  price: "Price",
  compareAtPrice: "Compare-at price",
  availability: "Availability",
  options: "Options, such as size and color",
  skus: "SKUs",
  createdAt: "Created on",
  publishedAt: "Published on",
  updatedAt: "Last change",
} as const;

export type ProductField = keyof typeof PRODUCT_FIELDS;

export const PRODUCT_FIELD_NAMES = Object.keys(PRODUCT_FIELDS) as ProductField[];

/** What the records of an index have. */
export interface IndexFields {
  /** Names of product fields and of metafields. */
  leftOut: readonly string[];
  /** The metafields that it has. Null: all but those that are left out. */
  metafields: readonly SearchField[] | null;
}

/** A filter by one of the products' options: `option:Size`. */
const OPTION_FILTER = "option:";

/** @param option its name in lower case */
export const optionFilter = (option: string): string => `${OPTION_FILTER}${option}`;

/** The option that a filter is for. Null for another filter. */
export const optionOf = (filter: string): string | null =>
  filter.startsWith(OPTION_FILTER) ? filter.slice(OPTION_FILTER.length) : null;

/** The field of products that filters need in the index. */
const FILTERED: Readonly<Record<string, ProductField>> = {
  vendor: "vendor",
  product_type: "productType",
  tags: "tags",
  price: "price",
  availability: "availability",
};

/** What a filter needs in the index: a product field, or a metafield by its own name. */
export const fieldOfFilter = (filter: string): string =>
  optionOf(filter) === null ? (FILTERED[filter] ?? filter) : ("options" satisfies ProductField);

/** Whether a name is a metafield's, which is `namespace.key`. */
export const isMetafieldName = (name: string): boolean => name.includes(".") && optionOf(name) === null;

/** The type in Solr that fits a metafield's type, also of a list. */
export function dataTypeOf(metafieldType: string): SearchField["type"] {
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
