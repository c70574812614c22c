import { type AddressInput, inputErrors, normalizeEmail, normalizePhone } from "../data/customer-input.ts";
import { parseTags } from "../data/tags.ts";
import { CellError, Cells } from "./cells.ts";
import type { CsvRow } from "./read-csv.ts";

/** A customer in Shopify's export. */
export interface CustomerRecord {
  /** The customer's id in the exporting store, or null. */
  exportedId: number | null;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
  note: string | null;
  tags: string[];
  taxExempt: boolean;
  acceptsEmailMarketing: boolean;
  acceptsSmsMarketing: boolean;
  amountSpentCents: number;
  ordersCount: number;
  address: AddressInput | null;
}

/**
 * Reads a row of a customer export. The prefix "Default Address" of the address columns is missing in the older format.
 * Source: https://help.shopify.com/en/manual/customers/import-export-customers (customer CSV file columns)
 * @throws CellError if a cell is invalid, or nothing identifies the customer.
 */
export function readCustomer(row: CsvRow, currency: string): CustomerRecord {
  const cells = new Cells(row);
  const customer: CustomerRecord = {
    exportedId: exportedId(cells),
    firstName: cells.textOrNull("First Name"),
    lastName: cells.textOrNull("Last Name"),
    email: normalizeEmail(cells.text("Email")),
    phone: normalizePhone(cells.number("Phone")),
    note: cells.textOrNull("Note"),
    tags: parseTags(cells.list("Tags")),
    taxExempt: cells.flag(["Tax Exempt"], false),
    acceptsEmailMarketing: cells.flag(["Accepts Email Marketing", "Accepts Marketing"], false),
    acceptsSmsMarketing: cells.flag(["Accepts SMS Marketing"], false),
    amountSpentCents: cells.cents(currency, "Total Spent") ?? 0,
    ordersCount: cells.integer(["Total Orders"], 0),
    address: address(cells),
  };
  if (!customer.email && !customer.phone && !customer.firstName && !customer.lastName)
    throw new CellError("Email", "a customer needs an email address, a phone number, or a name.");
  const [refusal] = inputErrors(customer);
  if (refusal) throw new CellError(COLUMN_OF[refusal.field?.[0] ?? ""] ?? "", `${refusal.message}.`);
  return customer;
}

const COLUMN_OF: Readonly<Record<string, string>> = {
  email: "Email",
  phone: "Phone",
  firstName: "First Name",
  lastName: "Last Name",
  note: "Note",
  tags: "Tags",
};

function exportedId(cells: Cells): number | null {
  const text = cells.number("Customer ID");
  if (text === null) return null;
  if (!/^\d{1,15}$/.test(text)) throw new CellError("Customer ID", `"${text}" isn't a customer id.`);
  return Number(text);
}

function address(cells: Cells): AddressInput | null {
  const read = {
    company: cells.textOrNull("Default Address Company", "Company"),
    address1: cells.textOrNull("Default Address Address1", "Address1"),
    address2: cells.textOrNull("Default Address Address2", "Address2"),
    city: cells.textOrNull("Default Address City", "City"),
    province: cells.textOrNull("Province"),
    provinceCode: cells.textOrNull("Default Address Province Code", "Province Code"),
    country: cells.textOrNull("Country"),
    countryCode: cells.textOrNull("Default Address Country Code", "Country Code")?.toUpperCase() ?? null,
    zip: cells.number("Default Address Zip", "Zip"),
    phone: cells.number("Default Address Phone"),
  };
  if (read.countryCode && !/^[A-Z]{2}$/.test(read.countryCode))
    throw new CellError(
      cells.columnName("Default Address Country Code", "Country Code"),
      `"${read.countryCode}" isn't a two-letter country code.`,
    );
  if (Object.values(read).every((value) => value === null)) return null;
  return { firstName: cells.textOrNull("First Name"), lastName: cells.textOrNull("Last Name"), ...read };
}
