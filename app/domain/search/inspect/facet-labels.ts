import { PRODUCT_FIELDS } from "../index-fields";
import { availabilityText } from "./shown-value";

/** What engines call the fields of every product. Solr's names end with the type: `vendor_s`, `tags_ss`. */
const LABELS: Readonly<Record<string, string>> = {
  vendor: PRODUCT_FIELDS.vendor,
  productType: PRODUCT_FIELDS.productType,
  product_type: PRODUCT_FIELDS.productType,
  tags: PRODUCT_FIELDS.tags,
  collections: PRODUCT_FIELDS.collections,
  available: PRODUCT_FIELDS.availability,
};

const withoutType = (field: string): string => field.replace(/_(?:s|b|i|l|f|dt)s?$|_dts$/, "");

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A facet's name for people: Vendor, the name of an option, or the metafield. Another one is named as the engine does. */
export function facetLabel(field: string): string {
  const own = LABELS[field] ?? LABELS[withoutType(field)];
  if (own) return own;
  const option = /^options\.(.+)$/.exec(field)?.[1] ?? /^option_(.+)_ss$/.exec(field)?.[1];
  if (option) return capitalized(option);
  return field.replace(/^metafields\./, "");
}

/** A value of a facet as shoppers read it. */
export const facetValueLabel = (field: string, value: string): string =>
  withoutType(field) === "available" && (value === "true" || value === "false")
    ? availabilityText(value === "true")
    : value;
