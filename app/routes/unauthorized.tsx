import type { HeadersFunction } from "@remix-run/node";
import { boundary } from "@shopify/shopify-app-remix/server";
import { MessagePage } from "~/ui/ErrorPage";

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** Where a person lands who may not be here (first specification text, section 2.1). */
export default function Unauthorized() {
  return <MessagePage title="You are unauthorized." />;
}
