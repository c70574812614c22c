import type { ProductMetafields } from "~/domain/products/mirror-row";

/** Types whose value is a JSON object that reads well as text. */
const STRUCTURED = new Set(["dimension", "volume", "weight", "money", "rating"]);

/**
 * A metafield's value as the report shows it: the items of a list, and what the delimiter separates, joined by semicolons. A value
 * that isn't what its type says is shown as it is.
 */
export function displayValue({ type, value }: ProductMetafields[string], delimiter: string): string {
  if (type.startsWith("list.")) {
    const items = parseJson(value);
    return Array.isArray(items) ? joined(items.map(itemText)) : value;
  }
  if (STRUCTURED.has(type)) return itemText(parseJson(value) ?? value);
  return delimiter === "" ? value : joined(value.split(delimiter));
}

const joined = (items: readonly string[]): string =>
  items
    .map((item) => item.trim())
    .filter((item) => item !== "")
    .join("; ");

/** "1.5 cm" of a measurement, "5.99 CAD" of an amount, "3.5" of a rating. */
function itemText(item: unknown): string {
  if (typeof item !== "object" || item === null) return String(item);
  const { value, unit, amount, currency_code } = item as Record<string, unknown>;
  const words = [value ?? amount, unit ?? currency_code].filter((word) => word !== undefined);
  return words.length > 0 ? words.join(" ") : JSON.stringify(item);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
