import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import { defineList, filter } from "~/core/lists/define-list.server";
import { column, field, sheetColumn } from "~/core/lists/define-row.server";
import { containsIndexed } from "~/core/lists/search.server";
import { skuContains } from "~/domain/products/read-products.server";
import { centsFromDatabase } from "~/platform/money/cents";
import { toDecimalString, toUnits } from "~/platform/money/decimal";

const text = z.string();

const decimalOrNull = (value: string | null, { shop }: CallContext): string | null =>
  value === null ? null : toDecimalString(centsFromDatabase(value), shop.currency);

const decimal = (value: string, { shop }: CallContext): string =>
  toDecimalString(centsFromDatabase(value), shop.currency);

const sheetAmount = (amount: string | null, currency: string) =>
  amount === null ? "" : toUnits(centsFromDatabase(amount), currency);

/** What the rule of a request adds to a row. The list itself doesn't have it. */
const byRule = sql`NULL`;

const choice = text.trim().min(1).max(255).optional();

/** The condition of a search: by a part of a SKU or of a title, each by its own index. */
const matches = (search: string): SQL =>
  sql`v.id IN (SELECT id FROM variants_of_shop AS own WHERE ${skuContains(sql`own.sku`, search)}
               UNION ALL
               SELECT own.id FROM products_of_shop AS titled JOIN variants_of_shop AS own ON own.product_id = titled.id
                WHERE ${containsIndexed(sql`lower(titled.title)`, search, [" ", "-"])})`;

/** The variants that have a SKU, with their prices. Its spreadsheet is a template that the import reads. */
export const workbenchList = defineList({
  name: "price-workbench",
  from: sql`variants_of_shop AS v JOIN products_of_shop AS p ON p.id = v.product_id`,
  id: { by: sql`v.id`, type: "bigint" },
  where: sql`v.sku IS NOT NULL`,
  row: {
    sku: column(sql`v.sku`, text, {
      title: "SKU",
      sort: { by: sql`v.sku`, type: "text" },
      narrow: "title",
      width: 24,
    }),
    product: column(sql`concat_ws(' – ', p.title, nullif(v.title, 'Default Title'))`, text, {
      title: "Product",
      width: 40,
    }),
    status: field(sql`p.status`, z.enum(["ACTIVE", "ARCHIVED", "DRAFT", "UNLISTED"])),
    id: field(sql`v.id`, text),
    price: column(
      sql`v.price_cents`,
      text,
      { title: "Price", align: "end", width: 12, sheet: sheetAmount },
      decimal,
    ),
    newPrice: column(byRule, text.nullable(), { title: "New Price", align: "end" }),
    change: column(byRule, text.nullable(), { title: "Change" }),
    /** The margin now and with the new price. */
    margin: column(byRule, text.nullable(), { title: "Margin", align: "end" }),
    newMargin: field(byRule, text.nullable()),
    /** The lowest price of the last 30 days. */
    lowest: column(byRule, text.nullable(), { title: "Lowest in 30 Days", align: "end" }),
    /** ISO 8601: since when prices are recorded, where that is less than 30 days. */
    lowestSince: field(byRule, text.nullable()),
    compareAt: column(
      sql`v.compare_at_price_cents`,
      text.nullable(),
      { title: "Compare At Price", align: "end", width: 18, sheet: sheetAmount },
      decimalOrNull,
    ),
    newCompareAt: field(byRule, text.nullable()),
    hasCost: field(sql`v.unit_cost_cents IS NOT NULL`, z.boolean()),
    /** Why the rule sets no price. */
    problem: field(byRule, text.nullable()),
    /** The owner's limit that the new price is outside of. */
    limit: field(byRule, text.nullable()),
    /** How many other variants have the SKU, and get the same price. */
    others: field(sql`0`, z.number().int()),
    effective: sheetColumn(sql`''`, { title: "Effective Date", width: 22 }),
    end: sheetColumn(sql`''`, { title: "End Date", width: 22 }),
    belowMapp: sheetColumn(sql`''`, { title: "Below MAPP Item Tag", width: 22 }),
  },
  filters: {
    vendor: filter(choice, {
      where: (vendor) => sql`p.vendor = ${vendor}`,
      line: (vendor) => `Vendor ${vendor}`,
    }),
    collection: filter(text.regex(/^\d{1,15}$/, "must be the number of a collection").optional(), {
      where: (id) => sql`p.collections @> ${JSON.stringify([{ id: Number(id) }])}::jsonb`,
      line: (id) => `Collection ${id}`,
    }),
    tag: filter(choice, {
      where: (tag) => sql`p.tags @> ARRAY[${tag}]::text[]`,
      line: (tag) => `Tag ${tag}`,
    }),
    skus: filter(z.uuid("must be the ID of a list of SKUs").optional(), {
      where: (id) => sql`v.sku IN (SELECT unnest(list.skus) FROM price_sku_lists AS list
                                    WHERE list.shop = current_setting('app.shop') AND list.id = ${id}::uuid)`,
      line: () => "A list of SKUs",
    }),
    status: filter(z.enum(["active", "all"], "must be active or all").default("active"), {
      where: (status) => (status === "active" ? sql`p.status = 'ACTIVE'` : undefined),
      line: (status) => (status === "active" ? "Active products" : undefined),
    }),
  },
  search: { maxLength: 60, hint: "Part of a SKU or a title", where: matches },
  defaultSort: "sku asc",
  pageSize: 25,
  density: "compact",
  count: { upTo: 10_000 },
  sheet: { title: "Current Prices", for: "showBulkPrice" },
});
