import { createHash } from "node:crypto";
import type { BulkOperations } from "../bulk/bulk-operations.ts";
import { collectionsOfProducts } from "../catalog/collections.ts";
import { mediaOfProducts } from "../catalog/media.ts";
import type { CollectionRow, ProductMediaRow } from "../catalog/rows.ts";
import { readAccounts } from "../credit/accounts.ts";
import type { StoreCreditAccountRow } from "../credit/rows.ts";
import type { Store } from "../data/database.ts";
import { findCustomers } from "../data/find-customers.ts";
import { groupBy } from "../data/group-by.ts";
import { findProducts, findVariants, variantsOfProducts } from "../data/products.ts";
import type { AccessTokenRow, CustomerRow, ProductRow, ShopRow, VariantRow } from "../data/rows.ts";
import {
  fulfillmentsOfOrders,
  linesOfOrders,
  refundsOfOrders,
  transactionsOfOrders,
} from "../orders/read-orders.ts";
import type { FulfillmentRow, OrderLineRow, OrderTransactionRow, RefundRow } from "../orders/rows.ts";
import { returnsOfOrders } from "../returns/read-returns.ts";
import type { ReturnRow } from "../returns/rows.ts";
import { includesScope } from "../webhooks/installation.ts";
import { BatchLoader } from "./batch-loader.ts";
import { accessDenied } from "./errors.ts";
import { MetafieldLoader } from "./metafield-loader.ts";
import type { SearchWarning } from "./search/search-condition.ts";
import { countSegments } from "./segments/count-segments.ts";
import { parseSegmentQuery } from "./segments/parse-segment-query.ts";

/** Search warnings for `extensions.search`. */
export interface SearchReport {
  path: Array<string | number>;
  query: string;
  warnings: SearchWarning[];
}

/** The context that all resolvers of a request share. */
export interface RequestContext {
  store: Store;
  shop: ShopRow;
  token: AccessTokenRow;
  bulk: BulkOperations;
  metafields: MetafieldLoader;
  /** The store credit accounts of customers, oldest first. */
  storeCredit: BatchLoader<StoreCreditAccountRow[]>;
  products: BatchLoader<ProductRow>;
  /** The variants of products, by position. */
  variants: BatchLoader<VariantRow[]>;
  variantsById: BatchLoader<VariantRow>;
  customers: BatchLoader<CustomerRow>;
  /** What belongs to orders, oldest first. */
  orderLines: BatchLoader<OrderLineRow[]>;
  fulfillments: BatchLoader<FulfillmentRow[]>;
  refunds: BatchLoader<RefundRow[]>;
  orderTransactions: BatchLoader<OrderTransactionRow[]>;
  returns: BatchLoader<ReturnRow[]>;
  /** The media of products, by position. */
  media: BatchLoader<ProductMediaRow[]>;
  /** The collections of products. */
  collections: BatchLoader<CollectionRow[]>;
  /** The number of customers by segment query. */
  segmentCounts: BatchLoader<number, string>;
  searches: SearchReport[];
  /** The store's base URL for uploads and downloads. */
  publicUrl: string;
}

/** The context of a request or a bulk operation. */
export function requestContext(
  parts: Pick<RequestContext, "store" | "shop" | "token" | "bulk" | "publicUrl">,
): RequestContext {
  const { store, shop } = parts;
  const { pool } = store;
  const { domain } = shop;
  return {
    ...parts,
    metafields: new MetafieldLoader(store, domain),
    storeCredit: new BatchLoader(async (ids) =>
      groupBy(await readAccounts(store, domain, ids), (account) => account.customer_id),
    ),
    products: new BatchLoader(
      async (ids) => new Map((await findProducts(pool, domain, ids)).map((row) => [row.id, row])),
    ),
    variants: new BatchLoader(async (ids) =>
      groupBy(await variantsOfProducts(pool, domain, ids), (variant) => variant.product_id),
    ),
    variantsById: new BatchLoader(
      async (ids) => new Map((await findVariants(pool, domain, ids)).map((row) => [row.id, row])),
    ),
    customers: new BatchLoader(
      async (ids) => new Map((await findCustomers(pool, domain, ids)).map((row) => [row.id, row])),
    ),
    orderLines: new BatchLoader((ids) => linesOfOrders(pool, domain, ids)),
    fulfillments: new BatchLoader((ids) => fulfillmentsOfOrders(pool, domain, ids)),
    refunds: new BatchLoader((ids) => refundsOfOrders(pool, domain, ids)),
    orderTransactions: new BatchLoader((ids) => transactionsOfOrders(pool, domain, ids)),
    returns: new BatchLoader((ids) => returnsOfOrders(pool, domain, ids)),
    media: new BatchLoader((ids) => mediaOfProducts(pool, domain, ids)),
    collections: new BatchLoader((ids) => collectionsOfProducts(pool, domain, ids)),
    segmentCounts: new BatchLoader(async (queries) => {
      const counts = await countSegments(pool, domain, queries.map(parseSegmentQuery));
      return new Map(queries.map((query, index) => [query, counts[index] ?? 0]));
    }),
    searches: [],
  };
}

/** Throws ACCESS_DENIED for a field if the token lacks the scope. `write_x` includes `read_x`. */
export function requireScope(context: RequestContext, field: string, scope: string): void {
  if (!includesScope(context.token.scopes, scope)) throw accessDenied(field, scope);
}

/** Converts a namespace to its stored form. `$app` and `$app:x` are reserved for the app. The default is `$app`. */
export function storedNamespace(context: RequestContext, namespace: string | null | undefined): string {
  const name = namespace ?? "$app";
  if (name !== "$app" && !name.startsWith("$app:")) return name;
  const appNamespace = `app--${appNumber(context.token.api_key)}`;
  return name === "$app" ? appNamespace : `${appNamespace}--${name.slice("$app:".length)}`;
}

/** The app's numeric id, which is the same in every shop. */
export function appNumber(apiKey: string): number {
  return Number.parseInt(createHash("sha256").update(apiKey).digest("hex").slice(0, 8), 16);
}
