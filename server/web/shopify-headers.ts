import type { HeadersArgs, ServerBuild } from "@remix-run/node";
import { boundary } from "@shopify/shopify-app-remix/server";

/**
 * Gives the pages inside the shell Shopify's headers. Without them an action's 401 loses the header that makes App Bridge try again, and the page
 * breaks when the token expires.
 */
export function withShopifyHeaders(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (route?.parentId !== "shell") return [id, route];
    const headers = route.module.headers ?? ((args: HeadersArgs) => boundary.headers(args));
    return [id, { ...route, module: { ...route.module, headers } }];
  });
  return { ...build, routes: Object.fromEntries(routes) };
}
