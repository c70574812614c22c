import Papa from "papaparse";
import { liveSalsify } from "~/connectors/salsify/live.server";
import { defineConnection } from "~/core/connections/define-connection.server";
import { storableText } from "~/platform/contract/storable-text";
import { badRequest, upstreamFailed } from "~/platform/errors";

export const NOT_CONFIGURED = "Salsify isn't set up for this shop. The account owner can do it on Settings.";

/** A quote would end the name in Salsify's list of properties. */
const properties = {
  maxLength: 500,
  pattern: { source: "^[^']*$", message: "must not contain an apostrophe" },
} as const;

/** The connection to the shop's organization in Salsify, and which properties have the SKU and the media. */
export const salsifyConnection = defineConnection({
  name: "salsify",
  title: "Salsify",
  about:
    "The system for product content that Product Media is synced from. Leave the address blank to turn it off.",
  address: { label: "Address", placeholder: "https://app.salsify.com/api" },
  account: [
    {
      fields: [
        {
          name: "organization",
          label: "Organization",
          maxLength: 500,
          placeholder: "s-00000000-0000-0000-0000-000000000000",
          helpText: "It is in the address of each page in Salsify, after /orgs/.",
        },
      ],
    },
  ],
  secret: { name: "token", label: "Token", storedFlag: "hasToken" },
  options: [
    {
      fields: [
        { ...properties, name: "skuProperty", label: "Property with the SKU", placeholder: "SKU" },
        {
          ...properties,
          name: "mediaProperties",
          label: "Properties with media",
          placeholder: "Main Image, Images",
          helpText: "Separated by commas. Their values are addresses of pictures and videos.",
        },
      ],
    },
  ],
  notConfigured: NOT_CONFIGURED,
  nextStep: "Test the connection, then start a sync under Product Media.",
  test: {
    checks: "Salsify accepts the organization and the token",
    // Starts an export of the SKUs alone: it needs the same permissions as a sync. The result isn't read.
    steps: [
      {
        name: "Sign-in",
        async run(access) {
          await liveSalsify(access).startExport([access.skuProperty]);
          return "Salsify accepts the organization and the token.";
        },
      },
    ],
  },
});

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

// Each run of separators is searched from its start only: a long one would be searched again from each of its characters.
const URL_BREAK = /(?<![\s;,|])[\s;,|]+(?=https?:\/\/)/;
const OUTER_SEPARATORS = /^[\s;,|]+|(?<![\s;,|])[\s;,|]+$/g;

/**
 * Reads the CSV file of an export. Rows without a SKU are left out, and rows with the same SKU are one product.
 * @throws 502 when a column is missing: its media would be taken as deleted
 */
export function readExportFile(csv: string, columns: Columns): SalsifyProduct[] {
  const { data, errors } = Papa.parse<string[]>(storableText(csv).replace(/^\uFEFF/, ""), {
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
