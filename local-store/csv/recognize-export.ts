import { CsvFileError } from "./read-csv.ts";

export type ExportKind = "products" | "customers";

/**
 * Recognizes Shopify's product and customer exports by the header.
 * @throws CsvFileError that names the required columns if the file is neither.
 */
export function recognizeExport(file: string, columns: readonly string[]): ExportKind {
  const has = (name: string) => columns.some((column) => column.toLowerCase() === name.toLowerCase());
  if ((has("Handle") || has("URL handle")) && has("Title")) return "products";
  if (has("First Name") && has("Last Name") && (has("Email") || has("Phone"))) return "customers";
  throw new CsvFileError(
    `${file} isn't Shopify's product export (columns "Handle" or "URL handle", and "Title") or its customer export ` +
      `(columns "First Name", "Last Name", "Email"). Its columns are: ${columns.slice(0, 8).join(", ")}…`,
  );
}
