/** What is read from the CSV file of a Salsify export. */
import { expect, test } from "vitest";
import { readExportFile } from "~/domain/salsify/connection.server";
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
