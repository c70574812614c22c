import type { LoadedProduct } from "../data/bulk-insert.ts";
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
const VENDORS = ["Harbor Tools", "Northline", "Weiß Werkzeuge", "Peña Herramientas"] as const;

/** Generates the product with this number. The result depends only on the number and the seed. */
export function generateProduct(number: number, seed: number): LoadedProduct {
  const random = new RandomSource(seed, 500_000_000 + number);
  const kind = random.pick(PRODUCT_KINDS);
  const title = `${random.pick(MATERIALS)} ${kind.name} ${100 + number}`;
  const handle = title.toLowerCase().replaceAll(" ", "-");
  const basePrice = 990 + 100 * random.below(400);
  return {
    handle,
    title,
    body_html: `<p>${title}, for the workshop and the site.</p>`,
    vendor: random.pick(VENDORS),
    product_type: kind.type,
    tags: random.chance(0.2) ? ["new", kind.type] : [kind.type],
    status: random.chance(0.93) ? "ACTIVE" : "DRAFT",
    published_at: new Date(Date.UTC(2024, random.below(24), 1 + random.below(28))),
    options: [{ name: "Size", values: [...kind.options] }],
    images: [],
    variants: kind.options.map((option, index) => ({
      option_values: [option],
      sku: `${kind.name.slice(0, 3).toUpperCase()}-${100 + number}-${index + 1}`,
      price_cents: basePrice + index * 1_500,
      compare_at_price_cents: random.chance(0.2) ? basePrice + index * 1_500 + 1_000 : null,
      grams: 200 + random.below(3000),
      weight_unit: "g",
      inventory_tracker: "shopify",
      inventory_quantity: random.below(120),
    })),
  };
}
