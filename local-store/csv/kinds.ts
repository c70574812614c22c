import { CsvFileError } from "./read.ts";

export type ExportKind = "products" | "customers";

/**
 * Tells which of Shopify's exports a file is, from its header.
 * @throws CsvFileError that names what was missed when it is neither.
 */
export function recogniseExport(file: string, columns: readonly string[]): ExportKind {
  const has = (name: string) => columns.some((column) => column.toLowerCase() === name.toLowerCase());
  if ((has("Handle") || has("URL handle")) && has("Title")) return "products";
  if (has("First Name") && has("Last Name") && (has("Email") || has("Phone"))) return "customers";
  throw new CsvFileError(
    `${file} is neither Shopify's product export (columns "Handle" or "URL handle", and "Title") nor its customer export ` +
      `(columns "First Name", "Last Name", "Email"). Its columns are: ${columns.slice(0, 8).join(", ")}…`,
  );
}
