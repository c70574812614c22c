import type { LoadedProduct } from "../data/bulk-insert.ts";
import { demoImagePath } from "./demo-image.ts";
import { RandomSource } from "./random-source.ts";

const MATERIALS = ["Steel", "Carbon", "Oak", "Bamboo", "Titanium", "Brass", "Leather", "Canvas"] as const;
const PRODUCT_KINDS = [
  { name: "Drill", type: "Power tools", options: ["12 V", "18 V", "18 V Max"] },
  { name: "Hammer", type: "Hand tools", options: ["300 g", "500 g", "800 g"] },
  { name: "Level", type: "Measuring", options: ["40 cm", "80 cm", "120 cm"] },
  { name: "Work Gloves", type: "Workwear", options: ["S", "M", "L", "XL"] },
  { name: "Tool Belt", type: "Workwear", options: ["One size"] },
  { name: "Circular Saw", type: "Power tools", options: ["165 mm", "190 mm"] },
  { name: "Chisel Set", type: "Hand tools", options: ["3 pieces", "6 pieces"] },
  { name: "Battery", type: "Accessories", options: ["2 Ah", "4 Ah", "6 Ah", "9 Ah"] },
] as const;
const COLORS = ["Black", "Red", "Steel blue", "Sand", "Olive", "Yellow"] as const;
const CARE = ["Wipe clean", "Keep dry", "Oil once a year", "Don't bleach", "Store indoors"] as const;
const VENDORS = ["Harbor Tools", "Northline", "Weiß Werkzeuge", "Peña Herramientas"] as const;
const VIEWS = ["front", "side", "detail"] as const;

/** The types of generated products. Each has a collection. */
export const PRODUCT_TYPES: readonly string[] = [...new Set(PRODUCT_KINDS.map(({ type }) => type))];

/**
 * The first variant of each such product has the SKU of the one before it. Products have 2.75 variants on average, so one percent of
 * the SKUs belong to two variants.
 */
const SHARED_SKU_INTERVAL = 37;

/** Generates the product with this number. The result depends only on the number and the seed. */
export function generateProduct(number: number, seed: number): LoadedProduct {
  const random = new RandomSource(seed, 500_000_000 + number);
  const kind = random.pick(PRODUCT_KINDS);
  const material = random.pick(MATERIALS);
  const title = `${material} ${kind.name} ${100 + number}`;
  const handle = title.toLowerCase().replaceAll(" ", "-");
  const basePrice = 990 + 100 * random.below(400);
  const product = {
    handle,
    title,
    body_html: `<p>${title}, for the workshop and the site.</p>`,
    vendor: random.pick(VENDORS),
    product_type: kind.type,
    tags: random.chance(0.2) ? ["new", kind.type] : [kind.type],
    status: random.chance(0.93) ? ("ACTIVE" as const) : ("DRAFT" as const),
    published_at: new Date(Date.UTC(2024, random.below(24), 1 + random.below(28))),
    options: [{ name: "Size", values: [...kind.options] }],
    variants: kind.options.map((option, index) => {
      const price = basePrice + index * 1_500;
      return {
        option_values: [option],
        sku: skuOf(kind.name, number, seed, index),
        price_cents: price,
        compare_at_price_cents: random.chance(0.2) ? price + 1_000 : null,
        grams: 200 + random.below(3000),
        weight_unit: "g" as const,
        inventory_tracker: "shopify",
        inventory_quantity: random.below(120),
        // The cost of some variants isn't known.
        cost_cents: random.chance(0.8) ? Math.round(price * (0.4 + random.below(30) / 100)) : null,
        barcode: String(4_000_000_000_000 + seed * 100_000_000 + number * 10 + index),
      };
    }),
    images: VIEWS.slice(0, random.below(4)).map((view, index) => ({
      source: demoImagePath(handle, view),
      alt: index === 0 ? title : "",
    })),
    metafields: [
      { namespace: "specs", key: "material", type: "single_line_text_field", value: material },
      {
        namespace: "specs",
        key: "warranty_years",
        type: "number_integer",
        value: String(1 + random.below(5)),
      },
      {
        namespace: "specs",
        key: "colors",
        type: "list.single_line_text_field",
        value: JSON.stringify([...new Set([random.pick(COLORS), random.pick(COLORS)])]),
      },
      // Several items in one text, and no definition.
      {
        namespace: "specs",
        key: "care",
        type: "single_line_text_field",
        value: [...new Set([random.pick(CARE), random.pick(CARE)])].join("|"),
      },
    ],
  };
  const [first] = product.variants;
  if (first && number > 0 && number % SHARED_SKU_INTERVAL === 0)
    first.sku = generateProduct(number - 1, seed).variants[0]?.sku ?? first.sku;
  return product;
}

/** Contains the seed, so that two fills of a shop share no SKUs. */
function skuOf(kind: string, number: number, seed: number, index: number): string {
  return `${kind.slice(0, 3).toUpperCase()}${seed}-${100 + number}-${index + 1}`;
}
