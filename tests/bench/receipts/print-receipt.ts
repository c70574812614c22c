import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import opentype, { type Font } from "opentype.js";

/** What is on a receipt of the bench's set. Its fonts and layouts are none of the demo's, which the rules were written with. */
export interface Printed {
  retailer: string;
  number: string;
  /** YYYY-MM-DD. */
  day: string;
  /** Hours and minutes. */
  time: [number, number];
  goods: readonly { name: string; cents: number }[];
  taxCents: number;
  layout: number;
}

export const totalOf = ({ goods, taxCents }: Printed): number =>
  taxCents + goods.reduce((sum, { cents }) => sum + cents, 0);

type Line = readonly [left: string, right?: string, scale?: number];

const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September"];
const money = (cents: number) => (cents / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ",");
const two = (value: number) => String(value).padStart(2, "0");
const twelve = ([hours, minutes]: [number, number]) =>
  `${hours % 12 || 12}:${two(minutes)} ${hours < 12 ? "AM" : "PM"}`;

const LAYOUTS: readonly ((printed: Printed) => Line[])[] = [
  // A register's roll: the date at the end, and codes before it.
  (printed) => {
    const { retailer, number, day, time, goods, taxCents } = printed;
    const [year = "", month = "", date = ""] = day.split("-");
    const total = money(totalOf(printed));
    return [
      [retailer.toUpperCase(), undefined, 1.5],
      ["1880 MARKET ST SPRINGFIELD IL 62701"],
      [`ST# 02331 OP# 009 TE# 14 TR# ${number.slice(-5)}`],
      ...goods.map(
        ({ name, cents }, index): Line => [`${name.toUpperCase()} 00${8812 + index}`, `${money(cents)} X`],
      ),
      ["SUBTOTAL", money(totalOf(printed) - taxCents)],
      ["TAX 1 7.000 %", money(taxCents)],
      ["TOTAL", total, 1.25],
      ["VISA TEND", total],
      ["CHANGE DUE", "0.00"],
      [`TC# ${number}`],
      [`${month}/${date}/${year.slice(2)}`, `${two(time[0])}:${two(time[1])}:41`],
      ["THANK YOU FOR SHOPPING WITH US"],
    ];
  },
  // A web shop's printed invoice.
  (printed) => {
    const { retailer, number, day, goods, taxCents } = printed;
    const [year, month, date] = day.split("-");
    return [
      [retailer, "Invoice", 1.4],
      ["Invoice number", number],
      ["Date of issue", `${MONTHS[Number(month) - 1]} ${Number(date)}, ${year}`],
      ["Bill to", "Jordan Example"],
      ["Description", "Amount"],
      ...goods.map(({ name, cents }): Line => [`1 x ${name}`, `$${money(cents)}`]),
      ["Subtotal", `$${money(totalOf(printed) - taxCents)}`],
      ["Sales tax", `$${money(taxCents)}`],
      ["Total", `$${money(totalOf(printed))}`],
      ["Amount due", `$${money(totalOf(printed))} USD`, 1.2],
      ["Questions? Write to help@store.example"],
    ];
  },
  // A small shop's receipt: words for the month, leaders of dots, and a date until which goods can be returned.
  (printed) => {
    const { retailer, number, day, time, goods, taxCents } = printed;
    const [year, month, date] = day.split("-");
    return [
      [retailer, undefined, 1.6],
      [`Order ${number}`],
      [`${Number(date)} ${MONTHS[Number(month) - 1]?.slice(0, 3)} ${year}`, twelve(time)],
      ...goods.map(({ name, cents }): Line => [`${name} ..........`, money(cents)]),
      ["Tax ..........", money(taxCents)],
      [`Total (${goods.length} items)`, `$ ${money(totalOf(printed))}`, 1.2],
      ["Mastercard ending 4417", money(totalOf(printed))],
      [`Return by 12/31/${year}`],
      ["You saved 10.00 today"],
    ];
  },
  // A trade counter's: number and date in one line, and another word for the total.
  (printed) => {
    const { retailer, number, day, time, goods, taxCents } = printed;
    const [year, month, date] = day.split("-");
    return [
      [retailer.toUpperCase(), undefined, 1.3],
      ["Phone 555-0148   Store 0417   Reg 03"],
      [`${Number(month)}-${Number(date)}-${year} ${two(time[0])}:${two(time[1])}`, `Trans ${number}`],
      ...goods.flatMap(({ name, cents }, index): Line[] => [
        [name],
        [`  SKU 10${index}44  1 @ ${money(cents)}`, money(cents)],
      ]),
      ["Merchandise", money(totalOf(printed) - taxCents)],
      ["Tax", money(taxCents)],
      ["BALANCE DUE", money(totalOf(printed)), 1.3],
      ["Debit ****3377", money(totalOf(printed))],
      ["Keep this receipt. Returns within 90 days."],
    ];
  },
];

export const LAYOUT_COUNT = LAYOUTS.length;

const require = createRequire(import.meta.url);
const fontOf = (name: string): Font => {
  const file = readFileSync(require.resolve(`pdfjs-dist/standard_fonts/${name}.ttf`));
  return opentype.parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength));
};
const FONTS = ["LiberationSans-Regular", "LiberationSans-Bold"].map(fontOf);

const WIDTH = 760;
const MARGIN = 40;
const SIZE = 30;
const LINE = 1.45;

/** Draws a receipt as SVG. @param look a font, and whether each letter is as wide as a register prints it */
export function paperOf(printed: Printed, look: { font: number; isFixed: boolean }): string {
  const font = FONTS[look.font % FONTS.length] as Font;
  let y = MARGIN;
  const paths = (LAYOUTS[printed.layout]?.(printed) ?? []).map(([left, right, scale = 1]) => {
    const size = Math.min(
      SIZE * scale,
      (WIDTH - 2 * MARGIN) / ((left.length + (right?.length ?? 0) + 2) * 0.56),
    );
    y += Math.max(SIZE, size) * LINE;
    const draw = look.isFixed ? fixedPath : freePath;
    const width = right ? draw(font, right, 0, 0, size).width : 0;
    return (
      draw(font, left, MARGIN, y, size).path +
      (right ? draw(font, right, WIDTH - MARGIN - width, y, size).path : "")
    );
  });
  const height = Math.round(y + MARGIN * 1.5);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}"><rect width="100%" height="100%" fill="#f6f4ee"/><g fill="#2a2a30">${paths.join("")}</g></svg>`;
}

function freePath(font: Font, text: string, x: number, y: number, size: number) {
  const path = `<path d="${font.getPath(text, x, y, size).toPathData(1)}"/>`;
  return { path, width: font.getAdvanceWidth(text, size) };
}

function fixedPath(font: Font, text: string, x: number, y: number, size: number) {
  const pitch = size * 0.55;
  const letters = [...text].map((letter, index) => {
    const width = font.getAdvanceWidth(letter, size * 0.86);
    return font.getPath(letter, x + index * pitch + (pitch - width) / 2, y, size * 0.86).toPathData(1);
  });
  return { path: `<path d="${letters.join(" ")}"/>`, width: text.length * pitch };
}
