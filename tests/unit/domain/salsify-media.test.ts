/** What is read from the CSV file of a Salsify export. */
import { expect, test } from "vitest";
import { readExportFile } from "~/domain/salsify/connection.server";
import { suggestedText } from "~/functions/productMedia/sync/create-files.server";
import { withMachineFactor } from "../../support/machine-factor.ts";

const COLUMNS = { skuProperty: "SKU", mediaProperties: "Main Image, Images" };
const read = (...lines: string[]) => readExportFile(lines.join("\n"), COLUMNS);

test("separators are between addresses, and may be around them", () => {
  const [product] = read(
    "SKU,Main Image,Images",
    'NUT,https://x.example/a.jpg | ,"; https://x.example/b,c.jpg;https://x.example/d.jpg;"',
  );
  expect(product?.urls).toEqual([
    "https://x.example/a.jpg",
    "https://x.example/b,c.jpg",
    "https://x.example/d.jpg",
  ]);
});

test("what can't be stored of a file is replaced, and doesn't prevent the rest", () => {
  expect(read("SKU,Main Image,Images", "NUT\0,https://x.example/a\0.jpg,")).toEqual([
    { sku: "NUT\uFFFD", urls: ["https://x.example/a\uFFFD.jpg"] },
  ]);
});

test.each([
  ["an escape of U+0000", "https://x.example/drill%00front.jpg", "drill\uFFFDfront"],
  ["a name that is cut in the middle of a character", `${"a".repeat(511)}😀.jpg`, `${"a".repeat(511)}\uFFFD`],
])("a suggested text can be stored: %s", (_name, url, text) => {
  expect(suggestedText(url)).toBe(text);
});

test("a cell of spaces is read immediately", { timeout: withMachineFactor(1_000) }, () => {
  const [product] = read("SKU,Main Image,Images", `NUT,a${" ".repeat(200_000)}b,https://x.example/a.jpg`);
  expect(product?.urls).toEqual(["https://x.example/a.jpg"]);
});

test.each([
  [["SKU,Main Image", "NUT,https://x.example/a.jpg"], "“Images”"],
  [["Main Image,Images", "https://x.example/a.jpg,"], "“SKU”"],
  [["Other", "1"], "“SKU”, “Main Image”, “Images”"],
])("a file without a column is refused, because its media would seem deleted: %j", (lines, names) => {
  expect(() => read(...lines)).toThrow(
    `Salsify's file has no column ${names}. The account owner can correct the properties on Settings.`,
  );
});
