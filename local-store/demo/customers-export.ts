import Papa from "papaparse";
import { type Person, person } from "./people.ts";

const COLUMNS = [
  "Customer ID",
  "First Name",
  "Last Name",
  "Email",
  "Accepts Email Marketing",
  "Default Address Company",
  "Default Address Address1",
  "Default Address Address2",
  "Default Address City",
  "Default Address Province Code",
  "Default Address Country Code",
  "Default Address Zip",
  "Default Address Phone",
  "Phone",
  "Accepts SMS Marketing",
  "Total Spent",
  "Total Orders",
  "Note",
  "Tax Exempt",
  "Tags",
] as const;

const TODAY = new Date("2026-10-01T12:00:00Z");
const FIRST_ID = 9_013_808_660_000;

/**
 * Lines of a customers export in Shopify's own format (apostrophe before numbers, quoted notes with line breaks), the same for the
 * same seed. In pieces, so that any size streams into a file.
 */
export function* customersExport(options: { customers: number; seed: number }): Iterable<string> {
  yield `${COLUMNS.join(",")}\n`;
  for (let number = 1; number <= options.customers; number++) {
    const made = person(number, {
      seed: options.seed,
      today: TODAY,
      emailDomain: "export.example",
    });
    yield `${Papa.unparse([cells(made, number)], { newline: "\n" })}\n`;
  }
}

function cells(made: Person, number: number): string[] {
  const { address } = made;
  return [
    `'${FIRST_ID + number}`,
    made.firstName,
    made.lastName,
    made.email,
    yesNo(made.acceptsEmailMarketing),
    "",
    address.address1,
    "",
    address.city,
    address.provinceCode,
    address.countryCode,
    `'${address.zip}`,
    "",
    made.phone ? `'${made.phone}` : "",
    "no",
    decimal(made.amountSpentCents),
    String(made.ordersCount),
    made.note ?? "",
    "no",
    made.tags.join(", "),
  ];
}

const yesNo = (value: boolean) => (value ? "yes" : "no");
const decimal = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
