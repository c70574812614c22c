import { createHash } from "node:crypto";
import type { BulkRunner } from "../bulk/bulk-runner.ts";
import type { Store } from "../data/database.ts";
import type { AccessTokenRow, ShopRow } from "../data/rows.ts";
import { accessDenied } from "./errors.ts";
import { MetafieldLoader } from "./metafield-loader.ts";
import type { SearchWarning } from "./search/search-condition.ts";
import { StoreCreditLoader } from "./store-credit-loader.ts";

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
  bulk: BulkRunner;
  metafields: MetafieldLoader;
  storeCredit: StoreCreditLoader;
  searches: SearchReport[];
  /** The store's base URL for uploads and downloads. */
  publicUrl: string;
}

/** The context of a request or a bulk operation. */
export function requestContext(
  parts: Pick<RequestContext, "store" | "shop" | "token" | "bulk" | "publicUrl">,
) {
  const { store, shop } = parts;
  return {
    ...parts,
    metafields: new MetafieldLoader(store, shop.domain),
    storeCredit: new StoreCreditLoader(store, shop.domain),
    searches: [],
  };
}

/** Throws ACCESS_DENIED for a field if the token lacks the scope. `write_x` includes `read_x`. */
export function requireScope(context: RequestContext, field: string, scope: string): void {
  const { scopes } = context.token;
  if (!scopes.includes(scope) && !scopes.includes(scope.replace(/^read_/, "write_")))
    throw accessDenied(field, scope);
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
