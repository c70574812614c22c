import { optionOf } from "~/domain/search/index-fields";
import { AVAILABLE, fieldName, fieldNamesOf, optionField } from "~/domain/search/solr/typed-field";
import { type DataType, DEFAULT_SETTINGS, type FilterSettings } from "./settings";

/** The field that is filtered by ranges instead of options. */
export const PRICE = "price";

export const AVAILABILITY = "availability";

/** The fields of every product that can be filters, and their types in Solr. */
export const BUILT_IN_FIELDS: Readonly<Record<string, DataType>> = {
  vendor: "String",
  product_type: "String",
  tags: "String",
  [PRICE]: "Float",
  [AVAILABILITY]: "Boolean",
};

/** The settings that a field begins with. @param caption of an option, such as Size, whose filter has another name */
export function initialSettings(name: string, caption = ""): FilterSettings {
  if (name === PRICE) return { ...DEFAULT_SETTINGS, style: "Custom", custom: "Range" };
  return { ...DEFAULT_SETTINGS, overwrite: name === AVAILABILITY ? "Availability" : caption };
}

/** Where a filter's values are in the Solr index. */
interface SolrField {
  field: string;
  /** Of a price, which has two: the lowest and the highest one of a product. */
  fieldTo?: string;
  dataType: DataType;
}

const BUILT_IN_SOLR_FIELDS: Readonly<Record<string, SolrField>> = {
  vendor: { field: fieldName("vendor", "string"), dataType: "String" },
  product_type: { field: fieldName("product_type", "string"), dataType: "String" },
  tags: { field: fieldName("tags", "string", { isList: true }), dataType: "String" },
  [PRICE]: {
    field: fieldName("price_from_cents", "plong"),
    fieldTo: fieldName("price_to_cents", "plong"),
    dataType: "Integer",
  },
  [AVAILABILITY]: { field: AVAILABLE, dataType: "Boolean" },
};

/**
 * The field of a filter in the Solr index, as a sync names it.
 * @param metafieldType of its metafield. Undefined when no product has it
 */
export function solrFieldOf(
  { name, type, output }: { name: string; type: DataType; output: boolean },
  metafieldType: string | undefined,
): SolrField {
  const builtIn = Object.hasOwn(BUILT_IN_SOLR_FIELDS, name) ? BUILT_IN_SOLR_FIELDS[name] : undefined;
  if (builtIn) return builtIn;
  const option = optionOf(name);
  if (option !== null) return { field: optionField(option), dataType: "String" };
  const [single = "", list = ""] = fieldNamesOf({ name, type, output, search: false });
  return { field: metafieldType?.startsWith("list.") ? list : single, dataType: type };
}
