import { CsvFileError } from "./read-csv.ts";

export type ExportKind = "products" | "customers" | "orders";

/**
 * Recognizes Shopify's product, customer, and order exports by the header.
 * @throws CsvFileError that names the required columns if the file is none of them.
 */
export function recognizeExport(file: string, columns: readonly string[]): ExportKind {
  const has = (name: string) => columns.some((column) => column.toLowerCase() === name.toLowerCase());
  if (has("Name") && has("Lineitem name")) return "orders";
  if ((has("Handle") || has("URL handle")) && has("Title")) return "products";
  if (has("First Name") && has("Last Name") && (has("Email") || has("Phone"))) return "customers";
  throw new CsvFileError(
    `${file} isn't Shopify's product export (columns "Handle" or "URL handle", and "Title") or its customer export ` +
      `(columns "First Name", "Last Name", "Email") or its order export (columns "Name" and "Lineitem name"). Its columns are: ${columns.slice(0, 8).join(", ")}…`,
  );
}
