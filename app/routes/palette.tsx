import type { HeadersFunction } from "@remix-run/node";
import { boundary } from "@shopify/shopify-app-remix/server";
import { pageLoader } from "~/core/authorize.server";
import { definePages } from "~/core/function-entry";
import type { paletteCalls } from "~/core/palette/calls.server";
import { refreshUnlessOffline } from "~/ui/keep-when-offline";

const palettePages = definePages<{ palette: typeof paletteCalls }>("signed-in");
const MAX_LENGTH = 100;

/** What the palette finds for a text. */
export const loader = pageLoader(palettePages, async ({ calls }, args) => {
  const text = (new URL(args.request.url).searchParams.get("text") ?? "").trim().slice(0, MAX_LENGTH);
  return { text, ...(await calls.palette.find({ text })) };
});

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);
