import type { ProductCollection, ProductMetafields } from "~/domain/products/mirror-row";
import type { Cents } from "~/platform/money/cents";

interface PriceRange {
  from: Cents;
  to: Cents;
}

/** A product that shoppers can see, as it goes into a search index. Each engine maps it to its own fields. */
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
  price: PriceRange | null;
  /** Of the variants that have one. */
  compareAtPrice: PriceRange | null;
  /** Plain text. Null while the product wasn't read since the description is mirrored. */
  description: string | null;
  /** Whether at least one variant can be bought. Null as above. */
  isAvailable: boolean | null;
  /** The values of the variants, in their order: Size with S and M. */
  options: { name: string; values: string[] }[];
  /** Of the shop, ISO 4217. */
  currency: string;
  /** Of its variants, in their order. */
  skus: string[];
  createdAt: Date;
  /** On the online store. */
  publishedAt: Date | null;
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

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

/** Keeps the rest of a text that has no end of markup. Otherwise each of its signs would be searched for one. */
const withoutClosed = (found: string, end: string): string => (end ? " " : found);

/** The words of a description, without its markup. */
export function textOfHtml(html: string): string {
  return html
    .replace(/<(script|style)\b[^>]*(?:>|$).*?(<\/\1\s*>|$)/gis, (found, _name, end) =>
      withoutClosed(found, end),
    )
    .replace(/<!--.*?(-->|$)/gs, withoutClosed)
    .replace(/<[^>]*(>|$)/g, withoutClosed)
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (entity, decimal, hexadecimal, name) => {
      if (name) return ENTITIES[name.toLowerCase()] ?? entity;
      const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16);
      return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
        ? String.fromCodePoint(code)
        : " ";
    })
    .replace(/\s+/g, " ")
    .trim();
}
