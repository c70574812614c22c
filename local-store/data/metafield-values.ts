/** Shopify's validation of values and its error message, by metafield type. */
const CHECKS: Record<string, { isValid: (value: string) => boolean; message: string }> = {
  boolean: {
    isValid: (value) => value === "true" || value === "false",
    message: "Value must be true or false.",
  },
  color: {
    isValid: (value) => /^#[0-9a-fA-F]{6}$/.test(value),
    message: "Value must be a hexadecimal color code.",
  },
  date: { isValid: isDate, message: "Value must be in YYYY-MM-DD format." },
  date_time: {
    isValid: (value) => /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value)),
    message: 'Value must be in "YYYY-MM-DDTHH:MM:SS" format. For example: 2022-06-01T15:30:00',
  },
  id: { isValid: (value) => value.length > 0, message: "Value can't be blank." },
  json: { isValid: isJson, message: "Value is invalid JSON." },
  money: { isValid: isJson, message: "Value is invalid JSON." },
  multi_line_text_field: { isValid: () => true, message: "" },
  number_decimal: {
    isValid: (value) => /^-?\d{1,13}(\.\d{1,9})?$/.test(value),
    message: "Value must be a decimal.",
  },
  number_integer: {
    isValid: (value) => /^-?\d+$/.test(value) && Number.isSafeInteger(Number(value)),
    message: "Value must be an integer.",
  },
  rating: { isValid: isJson, message: "Value is invalid JSON." },
  rich_text_field: { isValid: isJson, message: "Value is invalid JSON." },
  single_line_text_field: {
    isValid: (value) => !/[\r\n]/.test(value),
    message: "Value must be a single line text string.",
  },
  url: { isValid: (value) => URL.canParse(value), message: "Value must be a URL." },
  weight: { isValid: isJson, message: "Value is invalid JSON." },
};

/** Whether the metafield type exists, as far as the local store supports it. */
export function isMetafieldType(type: string): boolean {
  return elementType(type) in CHECKS || /^(list\.)?[a-z_]+_reference$/.test(type);
}

/** The error for a value that is invalid for its type, or null. */
export function valueProblem(type: string, value: string): string | null {
  const check = CHECKS[elementType(type)];
  if (type.startsWith("list.")) return listProblem(value, check);
  return check && !check.isValid(value) ? check.message : null;
}

/** The value of the field `jsonValue`: numbers, booleans, and JSON are parsed, other values are text. */
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
  return check && !elements.every((element) => check.isValid(String(element))) ? check.message : null;
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
