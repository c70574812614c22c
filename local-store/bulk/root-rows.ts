import type { RequestContext } from "../admin-api/context.ts";
import { notImplemented } from "../admin-api/errors.ts";
import { type Sort, sorts } from "../admin-api/paging/sorts.ts";
import type { SearchArguments, SearchableTable } from "../admin-api/paging/table-page.ts";
import { visibleOrdersSince } from "../admin-api/resolvers/order.ts";
import { type SearchableFields, SqlValues, searchCondition } from "../admin-api/search/search-condition.ts";
import {
  collectionFields,
  customerFields,
  orderFields,
  productFields,
  variantFields,
} from "../admin-api/search/searchable-fields.ts";
import { collectionsOfProducts } from "../catalog/collections.ts";
import { mediaOfProducts } from "../catalog/media.ts";
import type { CollectionRow, ProductMediaRow } from "../catalog/rows.ts";
import { groupBy } from "../data/group-by.ts";
import { type MetafieldOwnerType, metafieldsOf } from "../data/metafields.ts";
import { variantsOfProducts } from "../data/products.ts";
import type { MetafieldEntry, VariantRow } from "../data/rows.ts";
import { linesOfOrders } from "../orders/read-orders.ts";
import type { OrderLineRow } from "../orders/rows.ts";

/** A root row of a bulk query with the related rows that its lines need. */
export interface RootRow {
  id: number;
  __typename: string;
  metafieldEntries?: MetafieldEntry[];
  variants?: VariantRow[];
  media?: ProductMediaRow[];
  collections?: CollectionRow[];
  lines?: OrderLineRow[];
}

interface RootResource {
  table: SearchableTable;
  searchable: SearchableFields;
  typename: string;
  /** Null if the rows have no metafields. */
  ownerType: MetafieldOwnerType | null;
}

/** The connection has no argument `query`. */
const NO_FIELDS: SearchableFields = { bare: () => null, fields: {} };

/** The supported root connections of bulk queries. */
export const rootResources: Readonly<Record<string, RootResource>> = {
  collections: {
    table: "collections",
    searchable: collectionFields,
    typename: "Collection",
    ownerType: "COLLECTION",
  },
  customers: { table: "customers", searchable: customerFields, typename: "Customer", ownerType: "CUSTOMER" },
  orders: { table: "orders", searchable: orderFields, typename: "Order", ownerType: "ORDER" },
  priceLists: { table: "price_lists", searchable: NO_FIELDS, typename: "PriceList", ownerType: null },
  products: { table: "products", searchable: productFields, typename: "Product", ownerType: "PRODUCT" },
  productVariants: {
    table: "variants",
    searchable: variantFields,
    typename: "ProductVariant",
    ownerType: "PRODUCTVARIANT",
  },
};

const BATCH = 500;

/**
 * Reads the rows of a root connection in batches, by keyset, in constant memory. Related rows, such as variants and media, are read
 * only if they are in `fields`, the selected fields.
 */
export async function* rootRows(
  context: RequestContext,
  resource: RootResource,
  args: SearchArguments,
  fields: ReadonlySet<string>,
): AsyncGenerator<RootRow[]> {
  const sortKey = args.sortKey ?? "ID";
  const sort = (sorts[resource.table] as Record<string, Sort>)[sortKey];
  if (!sort) throw notImplemented(`the sort key ${sortKey} of ${resource.table}`);
  const [direction, comparator] = args.reverse ? ["DESC", "<"] : ["ASC", ">"];
  let last: { id: number; value: string } | null = null;
  for (;;) {
    const sql = new SqlValues();
    const condition = searchCondition(args.query, resource.searchable, sql, context.shop);
    const after: string = last
      ? `AND (${sort.expression}, id) ${comparator} (${sort.fromText(sql.add(last.value))}, ${sql.add(last.id)}::bigint)`
      : "";
    const since = resource.table === "orders" ? visibleOrdersSince(context) : null;
    const visible = since ? `AND created_at >= ${sql.add(since)}` : "";
    const { rows }: { rows: Array<RootRow & { sort_value: string }> } = await context.store.pool.query(
      `SELECT *, ${sort.toText(sort.expression)} AS sort_value FROM ${resource.table}
       WHERE shop = ${sql.add(context.shop.domain)} AND ${condition.sql} ${visible} ${after}
       ORDER BY ${sort.expression} ${direction}, id ${direction} LIMIT ${BATCH}`,
      sql.values,
    );
    for (const row of rows) row.__typename = resource.typename;
    await readRelatedRows(context, resource, rows, fields);
    if (rows.length > 0) yield rows;
    const end: (RootRow & { sort_value: string }) | undefined = rows.at(-1);
    if (!end || rows.length < BATCH) return;
    last = { id: end.id, value: end.sort_value };
  }
}

async function readRelatedRows(
  context: RequestContext,
  resource: RootResource,
  rows: RootRow[],
  fields: ReadonlySet<string>,
): Promise<void> {
  const ids = rows.map((row) => row.id);
  const { pool } = context.store;
  if (resource.ownerType && (fields.has("metafields") || fields.has("metafield"))) {
    const entries = await metafieldsOf(pool, context.shop.domain, resource.ownerType, ids);
    for (const row of rows) row.metafieldEntries = entries.get(row.id) ?? [];
  }
  if (resource.table === "orders" && fields.has("lineItems")) {
    const lines = await linesOfOrders(pool, context.shop.domain, ids);
    for (const row of rows) row.lines = lines.get(row.id) ?? [];
  }
  if (resource.table !== "products") return;
  const has = (...names: string[]) => names.some((name) => fields.has(name));
  const shop = context.shop.domain;
  if (has("variants", "totalInventory", "variantsCount")) {
    const variants = groupBy(await variantsOfProducts(pool, shop, ids), (variant) => variant.product_id);
    for (const row of rows) row.variants = variants.get(row.id) ?? [];
  }
  if (has("media", "featuredMedia", "featuredImage", "mediaCount")) {
    const media = await mediaOfProducts(pool, shop, ids);
    for (const row of rows) row.media = media.get(row.id) ?? [];
  }
  if (has("collections")) {
    const collections = await collectionsOfProducts(pool, shop, ids);
    for (const row of rows) row.collections = collections.get(row.id) ?? [];
  }
}
