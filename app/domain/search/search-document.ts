import type { ProductCollection, ProductMetafields } from "~/domain/products/mirror-row";
import type { Cents } from "~/platform/money/cents";

/** An active product as it goes into a search index. Each engine maps it to its own fields. */
export interface SearchDocument {
  /** The number in Shopify's id. */
  id: number;
  handle: string;
  title: string;
  vendor: string;
  productType: string;
  tags: string[];
  collections: ProductCollection[];
  /** The address of the first picture. Null without one. */
  image: string | null;
  /** The lowest and the highest price of its variants, in the shop's currency. Null without variants. */
  price: { from: Cents; to: Cents } | null;
  /** Of the shop, ISO 4217. */
  currency: string;
  /** Of its variants, in their order. */
  skus: string[];
  /** Shopify's time of the last change. */
  updatedAt: Date;
  /** By `namespace.key`. */
  metafields: ProductMetafields;
}

/** What a metafield contains. */
interface MetafieldValues {
  isList: boolean;
  values: (string | number | boolean)[];
}

const PLAIN_NUMBERS = ["number_integer", "number_decimal"];

const NUMBERS_WITH_UNIT = ["dimension", "volume", "weight", "rating", "money"];

/** The types, of list items too, whose values are numbers: several texts are the same value, such as "5" and "5.0". */
export const NUMBER_TYPES: readonly string[] = [...PLAIN_NUMBERS, ...NUMBERS_WITH_UNIT];

/**
 * The values of a metafield by its type in Shopify: numbers and booleans as such, the number of a measurement, a rating or an amount
 * without its unit, everything else as text. A list has any number of values, anything else has one.
 */
export function metafieldValues({ type, value }: ProductMetafields[string]): MetafieldValues {
  if (!type.startsWith("list.")) return { isList: false, values: [plainValue(type, value)] };
  const items = jsonOf(value);
  const itemType = type.slice("list.".length);
  return {
    isList: true,
    values: Array.isArray(items) ? items.map((item) => plainValue(itemType, item)) : [],
  };
}

function plainValue(type: string, value: unknown): string | number | boolean {
  if (PLAIN_NUMBERS.includes(type)) return numberOr(value);
  if (type === "boolean") return value === true || value === "true";
  if (NUMBERS_WITH_UNIT.includes(type)) {
    const parsed = typeof value === "string" ? jsonOf(value) : value;
    const { value: measure, amount } = (parsed ?? {}) as { value?: unknown; amount?: unknown };
    return numberOr(measure ?? amount ?? value);
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** As text when it isn't a number: a metafield's type may have been changed after its value was stored. */
function numberOr(value: unknown): string | number {
  const number = typeof value === "string" && value.trim() === "" ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : String(value);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
