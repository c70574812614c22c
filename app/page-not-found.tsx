import type { HeadersFunction } from "@remix-run/node";
import { boundary } from "@shopify/shopify-app-remix/server";

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** Any path that no other route has: "Page not found", shown by the boundary of the frame, so that the menu still works. */
export const loader = () => {
  throw new Response("Page not found", { status: 404 });
};

export default function NotFound() {
  return null;
}
