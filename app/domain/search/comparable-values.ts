/**
 * Values in a form in which equal ones are equal texts: an engine may return properties in another order, and dates without their
 * milliseconds. Fields without a value are left out.
 */
export function comparableValues(values: ReadonlyMap<string, unknown>): Map<string, string> {
  const texts = [...values].flatMap(([name, value]): [string, string][] => {
    const text = textOf(value);
    return text === "" ? [] : [[name, text]];
  });
  return new Map(texts);
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(", ");
  if (typeof value === "object")
    return Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, each]) => `${name}: ${textOf(each)}`)
      .join("; ");
  if (typeof value === "string" && INSTANT.test(value)) return new Date(value).toISOString();
  return String(value);
}
