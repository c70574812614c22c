import Papa from "papaparse";
import { generatePerson, type Person } from "./generate-person.ts";

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
 * Generates a customer export in Shopify's format, with an apostrophe before numbers and quoted notes with line breaks. The same seed
 * generates the same export. Yields chunks, so that exports of any size can be streamed.
 */
export function* exportCustomers(options: { customers: number; seed: number }): Iterable<string> {
  yield `${COLUMNS.join(",")}\n`;
  for (let number = 1; number <= options.customers; number++) {
    const generated = generatePerson(number, {
      seed: options.seed,
      today: TODAY,
      emailDomain: "export.example",
    });
    yield `${Papa.unparse([cells(generated, number)], { newline: "\n" })}\n`;
  }
}

function cells(generated: Person, number: number): string[] {
  const { address } = generated;
  return [
    `'${FIRST_ID + number}`,
    generated.firstName,
    generated.lastName,
    generated.email,
    yesNo(generated.acceptsEmailMarketing),
    "",
    address.address1,
    "",
    address.city,
    address.provinceCode,
    address.countryCode,
    `'${address.zip}`,
    "",
    generated.phone ? `'${generated.phone}` : "",
    yesNo(generated.acceptsSmsMarketing),
    decimal(generated.amountSpentCents),
    String(generated.ordersCount),
    generated.note ?? "",
    "no",
    generated.tags.join(", "),
  ];
}

const yesNo = (value: boolean) => (value ? "yes" : "no");
const decimal = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
