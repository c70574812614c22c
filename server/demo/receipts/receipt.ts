/** What is printed on a receipt. Amounts are in cents. */
export interface Receipt {
  retailer: string;
  address: readonly string[];
  phone: string;
  number: string;
  /** YYYY-MM-DD. */
  day: string;
  time: string;
  items: readonly { name: string; cents: number }[];
  taxCents: number;
  totalCents: number;
  card: string;
}

/** How a retailer's receipts look. */
export interface Layout {
  /** Writes the day as on its receipts. */
  date(day: string): string;
  dateLabel: string;
  numberLabel: string;
  totalLabel: string;
  thanks: string;
  paper: string;
}

const us = (day: string) => day.replace(/^(\d+)-(\d+)-(\d+)$/, "$2/$3/$1");
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const LAYOUTS: readonly Layout[] = [
  {
    date: us,
    dateLabel: "DATE",
    numberLabel: "RECEIPT #",
    totalLabel: "TOTAL",
    thanks: "THANK YOU FOR SHOPPING",
    paper: "#fbfaf5",
  },
  {
    date: (day) => us(day).replace(/\/(\d\d)(\d\d)$/, "/$2"),
    dateLabel: "",
    numberLabel: "TRANS",
    totalLabel: "TOTAL USD",
    thanks: "RETURNS WITHIN 90 DAYS",
    paper: "#f4f2ec",
  },
  {
    date: (day) => `${MONTHS[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(8))}, ${day.slice(0, 4)}`,
    dateLabel: "Date:",
    numberLabel: "Invoice No.",
    totalLabel: "Amount due",
    thanks: "Keep this receipt for warranty",
    paper: "#fffef9",
  },
];

/** The layout of a retailer's receipts. */
export const layoutOf = (retailer: string): Layout => {
  const sum = [...retailer].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return LAYOUTS[sum % LAYOUTS.length] as Layout;
};

export const dollars = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;

/** A line of a receipt: a text at the left, and another one at the right. */
export interface ReceiptLine {
  left: string;
  right?: string;
  isBold?: boolean;
  isCentered?: boolean;
}

/** The lines of a receipt from its top to its bottom. */
export function linesOf(receipt: Receipt): ReceiptLine[] {
  const { retailer, address, phone, number, day, time, items, taxCents, totalCents, card } = receipt;
  const layout = layoutOf(retailer);
  const centered = (left: string, isBold = false): ReceiptLine => ({ left, isBold, isCentered: true });
  const rule = centered("-".repeat(36));
  return [
    centered(retailer.toUpperCase(), true),
    ...address.map((line) => centered(line)),
    centered(phone),
    rule,
    { left: `${layout.dateLabel} ${layout.date(day)}`.trim(), right: time },
    { left: layout.numberLabel, right: number },
    rule,
    ...items.map(({ name, cents }) => ({ left: name, right: dollars(cents) })),
    rule,
    { left: "SUBTOTAL", right: dollars(totalCents - taxCents) },
    { left: "TAX", right: dollars(taxCents) },
    { left: layout.totalLabel, right: `$${dollars(totalCents)}`, isBold: true },
    { left: card, right: dollars(totalCents) },
    rule,
    centered(layout.thanks),
  ];
}
