import type { LoadedImage } from "../data/bulk-insert.ts";
import type { ProductOption, ProductRow, VariantRow } from "../data/rows.ts";
import { CellError, Cells } from "./cells.ts";
import type { CsvRow } from "./read-csv.ts";
import type { MetafieldCell } from "./save-metafields.ts";

export interface VariantRecord {
  optionValues: string[];
  sku: string | null;
  barcode: string | null;
  priceCents: number;
  compareAtPriceCents: number | null;
  costCents: number | null;
  grams: number;
  weightUnit: VariantRow["weight_unit"];
  inventoryTracker: string | null;
  inventoryQuantity: number;
  inventoryPolicy: VariantRow["inventory_policy"];
  fulfillmentService: string;
  requiresShipping: boolean;
  taxable: boolean;
  taxCode: string | null;
  imageSrc: string | null;
}

/** A product in Shopify's export, combined from its rows. */
export interface ProductRecord {
  handle: string;
  title: string;
  bodyHtml: string;
  vendor: string;
  productType: string;
  productCategory: string | null;
  tags: string[];
  status: ProductRow["status"];
  isPublished: boolean;
  giftCard: boolean;
  options: ProductOption[];
  images: LoadedImage[];
  /** The title of the collection that the product is added to, or null. */
  collection: string | null;
  seoTitle: string | null;
  seoDescription: string | null;
  googleShopping: Record<string, string>;
  metafields: MetafieldCell[];
  variants: VariantRecord[];
}

/** The handle of a row's product: from the file, or derived from the title as in Shopify. Empty if both are missing. */
export function handleOf(row: CsvRow): string {
  const cells = new Cells(row);
  return cells.text("URL handle", "Handle").toLowerCase() || slug(cells.text("Title"));
}

/**
 * Reads the product fields of a product's first row.
 * Source: https://help.shopify.com/en/manual/products/import-export/using-csv (older "Body (HTML)/Variant SKU/…" and newer
 * "Description/SKU/…" column names)
 * @throws CellError if the title is missing or a cell is invalid.
 */
export function readProduct(row: CsvRow): ProductRecord {
  const cells = new Cells(row);
  const title = cells.text("Title");
  if (!title) throw new CellError("Title", "the first row of a product needs a title.");
  return {
    handle: handleOf(row),
    title,
    bodyHtml: cells.text("Description", "Body (HTML)"),
    vendor: cells.text("Vendor"),
    productType: cells.text("Type", "Custom Product Type"),
    productCategory: cells.textOrNull("Product category", "Standardized Product Type"),
    tags: cells.list("Tags"),
    status: status(cells),
    isPublished: cells.flag(["Published on online store", "Published"], true),
    giftCard: cells.flag(["Gift card"], false),
    options: ["Option1", "Option2", "Option3"].flatMap((option) => {
      const name = cells.text(`${option} name`);
      return name ? [{ name, values: [] }] : [];
    }),
    images: [],
    collection: cells.textOrNull("Collection"),
    seoTitle: cells.textOrNull("SEO title"),
    seoDescription: cells.textOrNull("SEO description"),
    googleShopping: Object.fromEntries(
      [...row.cells].filter(([column, value]) => /^google shopping \//i.test(column) && value !== ""),
    ),
    metafields: readMetafields(row),
    variants: [],
  };
}

/** The title of a metafield's column, such as `Fabric (product.metafields.custom.fabric)`. */
const METAFIELD_COLUMN = /\(product\.metafields\.([\w-]+)\.([\w-]+)\)$/;

const readMetafields = (row: CsvRow): MetafieldCell[] =>
  [...row.cells].flatMap(([column, cell]) => {
    const [, namespace, key] = METAFIELD_COLUMN.exec(column.trim()) ?? [];
    const text = cell.trim();
    return namespace && key && text ? [{ column, namespace, key, text }] : [];
  });

/** Adds the variant and the image of a row, including the first. Throws a CellError and adds neither if a cell is invalid. */
export function addRow(product: ProductRecord, row: CsvRow, currency: string): void {
  const cells = new Cells(row);
  const isVariant =
    product.variants.length === 0 ||
    ["Option1 value", "SKU", "Variant SKU", "Price", "Variant Price"].some((name) => cells.text(name) !== "");
  const variant = isVariant ? readVariant(cells, product.options.length, currency) : undefined;
  const images = readImages(cells);
  if (variant) {
    product.variants.push(variant);
    product.options.forEach((option, index) => {
      const value = variant.optionValues[index];
      if (value !== undefined && !option.values.includes(value)) option.values.push(value);
    });
  }
  for (const image of images)
    if (!product.images.some(({ source }) => source === image.source)) product.images.push(image);
}

function readVariant(cells: Cells, options: number, currency: string): VariantRecord {
  return {
    optionValues: ["Option1 value", "Option2 value", "Option3 value"]
      .slice(0, options)
      .map((column) => cells.text(column))
      .map((value) => value || "Default Title"),
    sku: cells.number("SKU", "Variant SKU"),
    barcode: cells.number("Barcode", "Variant Barcode"),
    priceCents: cells.cents(currency, "Price", "Variant Price") ?? 0,
    compareAtPriceCents: cells.cents(currency, "Compare-at price", "Variant Compare At Price"),
    costCents: cells.cents(currency, "Cost per item"),
    grams: cells.integer(["Weight value (grams)", "Variant Grams"], 0),
    weightUnit: weightUnit(cells),
    inventoryTracker: cells.textOrNull("Inventory tracker", "Variant Inventory Tracker"),
    inventoryQuantity: cells.integer(["Inventory quantity", "Variant Inventory Qty"], 0),
    inventoryPolicy: inventoryPolicy(cells),
    fulfillmentService: cells.text("Fulfillment service", "Variant Fulfillment Service") || "manual",
    requiresShipping: cells.flag(["Requires shipping", "Variant Requires Shipping"], true),
    taxable: cells.flag(["Charge tax", "Variant Taxable"], true),
    taxCode: cells.textOrNull("Tax code", "Variant Tax Code"),
    imageSrc: cells.textOrNull("Variant image URL", "Variant Image"),
  };
}

/** The image of a row. A variant's image is also one of the product's. */
function readImages(cells: Cells): LoadedImage[] {
  const alt = cells.text("Image alt text");
  return [
    { columns: ["Product image URL", "Image Src"], alt },
    { columns: ["Variant image URL", "Variant Image"], alt: "" },
  ].flatMap(({ columns, alt }) => {
    const source = cells.text(...columns);
    if (!source) return [];
    if (!URL.canParse(source)) throw new CellError(cells.columnName(...columns), `"${source}" isn't a URL.`);
    return [{ source, alt }];
  });
}

function status(cells: Cells): ProductRow["status"] {
  const text = cells.text("Status").toUpperCase() || "ACTIVE";
  if (text === "ACTIVE" || text === "DRAFT" || text === "ARCHIVED") return text;
  throw new CellError("Status", `"${cells.text("Status")}" isn't active, draft, or archived.`);
}

const WEIGHT_UNITS = ["g", "kg", "lb", "oz"] as const;

function weightUnit(cells: Cells): VariantRow["weight_unit"] {
  const names = ["Weight unit for display", "Variant Weight Unit"];
  const text = cells.text(...names).toLowerCase() || "kg";
  const unit = WEIGHT_UNITS.find((each) => each === text);
  if (!unit) throw new CellError(cells.columnName(...names), `"${text}" isn't g, kg, lb, or oz.`);
  return unit;
}

/** The older column contains `deny` or `continue`. The newer one also accepts true and false. */
function inventoryPolicy(cells: Cells): VariantRow["inventory_policy"] {
  const names = ["Continue selling when out of stock", "Variant Inventory Policy"];
  const text = cells.text(...names).toLowerCase();
  if (text === "continue") return "CONTINUE";
  if (text === "deny") return "DENY";
  return cells.flag(names, false) ? "CONTINUE" : "DENY";
}

function slug(title: string): string {
  return title
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
}
