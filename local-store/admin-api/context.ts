import { createHash } from "node:crypto";
import type { BulkRunner } from "../bulk/runner.ts";
import type { Store } from "../data/database.ts";
import type { AccessTokenRow, ShopRow } from "../data/rows.ts";
import { accessDenied } from "./errors.ts";
import { MetafieldLoader } from "./metafield-loader.ts";
import type { SearchWarning } from "./search/conditions.ts";
import { StoreCreditLoader } from "./store-credit-loader.ts";

/** What search has to say about a query, for `extensions.search`. */
export interface SearchReport {
  path: Array<string | number>;
  query: string;
  warnings: SearchWarning[];
}

/** What every resolver of one request shares. */
export interface RequestContext {
  store: Store;
  shop: ShopRow;
  token: AccessTokenRow;
  bulk: BulkRunner;
  metafields: MetafieldLoader;
  storeCredit: StoreCreditLoader;
  searches: SearchReport[];
  /** Where the store's files are downloaded from and uploaded to. */
  publicUrl: string;
}

/** The context of a request, or of a bulk operation that runs in its name. */
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

/** Throws ACCESS_DENIED for a field when the token lacks the scope; `write_x` includes `read_x`. */
export function requireScope(context: RequestContext, field: string, scope: string): void {
  const { scopes } = context.token;
  if (!scopes.includes(scope) && !scopes.includes(scope.replace(/^read_/, "write_")))
    throw accessDenied(field, scope);
}

/** The namespace as it is stored: `$app` and `$app:x` are the app's own, and what an app leaves out is `$app`. */
export function storedNamespace(context: RequestContext, namespace: string | null | undefined): string {
  const given = namespace ?? "$app";
  if (given !== "$app" && !given.startsWith("$app:")) return given;
  const own = `app--${appNumber(context.token.api_key)}`;
  return given === "$app" ? own : `${own}--${given.slice("$app:".length)}`;
}

/** A number for the app, the same in every shop. */
export function appNumber(apiKey: string): number {
  return Number.parseInt(createHash("sha256").update(apiKey).digest("hex").slice(0, 8), 16);
}
