import type { useAppBridge } from "@shopify/app-bridge-react";

type ShopifyGlobal = ReturnType<typeof useAppBridge>;

/**
 * App Bridge, or undefined where there is none: on the server, and in a browser that could not load Shopify's script.
 * `useAppBridge` throws in both cases, which would break a page that works without App Bridge.
 */
export function appBridge(): ShopifyGlobal | undefined {
  return typeof window === "undefined" ? undefined : (window as { shopify?: ShopifyGlobal }).shopify;
}
