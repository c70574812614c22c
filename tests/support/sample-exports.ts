import fs from "node:fs/promises";
import path from "node:path";

const PRODUCTS_PER_FILE = 20;
const HEADINGS =
  "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Fulfillment Service,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card";

/** How many products `writeSampleExports` writes. */
export const SAMPLE_PRODUCTS = 3 * PRODUCTS_PER_FILE;

/**
 * Writes three product exports in the form of those that Shopify offers as samples: apparel, home and garden, and jewelry, with 20
 * products each. No variant has a SKU, and every third product has three sizes. @returns their paths
 */
export function writeSampleExports(folder: string): Promise<string[]> {
  return Promise.all(
    ["apparel", "home-and-garden", "jewelry"].map(async (name) => {
      const file = path.join(folder, `${name}.csv`);
      const rows = Array.from({ length: PRODUCTS_PER_FILE }, (_, number) => rowsOf(name, number)).flat();
      await fs.writeFile(file, `${[HEADINGS, ...rows].join("\n")}\n`);
      return file;
    }),
  );
}

function rowsOf(type: string, number: number): string[] {
  const handle = `${type}-sample-${number}`;
  const sizes = number % 3 === 0 ? ["Small", "Medium", "Large"] : ["Default Title"];
  const option = sizes.length > 1 ? "Size" : "Title";
  return sizes.map((size, index) => {
    const product =
      index === 0
        ? `Sample ${type} ${number},"A sample, without a SKU",partners-demo,${type},${type},true,${option}`
        : ",,,,,,";
    return `${handle},${product},${size},,,,,,0,,1,deny,manual,${20 + number}.00,,true,true,,,,,false`;
  });
}
