/** What Shopify accepts as the value of each metafield type; a value that does not fit is answered in these words. */
const CHECKS: Record<string, { fits: (value: string) => boolean; message: string }> = {
  boolean: {
    fits: (value) => value === "true" || value === "false",
    message: "Value must be true or false.",
  },
  color: {
    fits: (value) => /^#[0-9a-fA-F]{6}$/.test(value),
    message: "Value must be a hexadecimal color code.",
  },
  date: { fits: isDate, message: "Value must be in YYYY-MM-DD format." },
  date_time: {
    fits: (value) => /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value)),
    message: 'Value must be in "YYYY-MM-DDTHH:MM:SS" format. For example: 2022-06-01T15:30:00',
  },
  id: { fits: (value) => value.length > 0, message: "Value can't be blank." },
  json: { fits: isJson, message: "Value is invalid JSON." },
  money: { fits: isJson, message: "Value is invalid JSON." },
  multi_line_text_field: { fits: () => true, message: "" },
  number_decimal: {
    fits: (value) => /^-?\d{1,13}(\.\d{1,9})?$/.test(value),
    message: "Value must be a decimal.",
  },
  number_integer: {
    fits: (value) => /^-?\d+$/.test(value) && Number.isSafeInteger(Number(value)),
    message: "Value must be an integer.",
  },
  rating: { fits: isJson, message: "Value is invalid JSON." },
  rich_text_field: { fits: isJson, message: "Value is invalid JSON." },
  single_line_text_field: {
    fits: (value) => !/[\r\n]/.test(value),
    message: "Value must be a single line text string.",
  },
  url: { fits: (value) => URL.canParse(value), message: "Value must be a URL." },
  weight: { fits: isJson, message: "Value is invalid JSON." },
};

/** Whether Shopify has a metafield type of this name (as far as the local store knows them). */
export function isMetafieldType(type: string): boolean {
  return elementType(type) in CHECKS || /^(list\.)?[a-z_]+_reference$/.test(type);
}

/** Why the value does not fit its type, or null when it does. */
export function valueProblem(type: string, value: string): string | null {
  const check = CHECKS[elementType(type)];
  if (type.startsWith("list.")) return listProblem(value, check);
  return check && !check.fits(value) ? check.message : null;
}

/** The value as `jsonValue` gives it: numbers, booleans and JSON parsed, all else as text. */
export function jsonValue(type: string, value: string): unknown {
  const parsed = /^(boolean|json|money|number_integer|rating|rich_text_field|weight)$/.test(type);
  return parsed || type.startsWith("list.") ? JSON.parse(value) : value;
}

function elementType(type: string): string {
  return type.replace(/^list\./, "");
}

function listProblem(value: string, check: (typeof CHECKS)[string] | undefined): string | null {
  if (!isJson(value) || !Array.isArray(JSON.parse(value))) return "Value must be an array.";
  const elements = JSON.parse(value) as unknown[];
  return check && !elements.every((element) => check.fits(String(element))) ? check.message : null;
}

function isJson(value: string): boolean {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

function isDate(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
}
