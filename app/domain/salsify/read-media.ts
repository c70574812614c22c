import Papa from "papaparse";
import { badRequest, upstreamFailed } from "~/platform/errors";

/** The media that Salsify has for a product. */
export interface SalsifyProduct {
  sku: string;
  /** URLs of pictures and videos, each once, in the order of the columns. */
  urls: string[];
}

interface Columns {
  skuProperty: string;
  /** Separated by commas. */
  mediaProperties: string;
}

/** The names of the properties with media. */
export const mediaPropertiesIn = ({ mediaProperties }: Columns): string[] =>
  mediaProperties
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);

const URL_BREAK = /[\s;,|]+(?=https?:\/\/)/;
const OUTER_SEPARATORS = /^[\s;,|]+|[\s;,|]+$/g;

/**
 * Reads the CSV file of an export. Rows without a SKU are left out, and rows with the same SKU are one product.
 * @throws 502 when a column is missing: its media would be taken as deleted
 */
export function readExportFile(csv: string, columns: Columns): SalsifyProduct[] {
  const { data, errors } = Papa.parse<string[]>(csv.replace(/^\uFEFF/, ""), {
    skipEmptyLines: true,
    fastMode: false,
  });
  const broken = errors.find(({ type }) => type === "Quotes");
  if (broken) throw upstreamFailed(`Salsify's file isn't valid CSV: row ${(broken.row ?? 0) + 1}.`);
  const [header = [], ...rows] = data;
  const wanted = mediaPropertiesIn(columns);
  if (wanted.length === 0)
    throw badRequest("No property with media is set. The account owner can set it on Settings.");
  const missing = [columns.skuProperty, ...wanted].filter((name) => !header.includes(name));
  if (missing.length > 0)
    throw upstreamFailed(
      `Salsify's file has no column “${missing.join("”, “")}”. The account owner can correct the properties on Settings.`,
    );
  const skuColumn = header.indexOf(columns.skuProperty);
  const mediaColumns = wanted.flatMap((name) =>
    header.flatMap((title, index) => (title === name ? [index] : [])),
  );
  const products = new Map<string, Set<string>>();
  for (const row of rows) {
    const sku = row[skuColumn]?.trim();
    if (!sku) continue;
    const urls = products.get(sku) ?? new Set();
    for (const column of mediaColumns)
      for (const url of (row[column] ?? "").replace(OUTER_SEPARATORS, "").split(URL_BREAK))
        if (/^https?:\/\//.test(url)) urls.add(url);
    products.set(sku, urls);
  }
  return [...products].map(([sku, urls]) => ({ sku, urls: [...urls] }));
}
