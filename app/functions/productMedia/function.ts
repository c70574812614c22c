import { defineFunction } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { productMediaCalls } from "./calls.server";
import { MEDIA_TABS, type MediaTab } from "./media-list";

export const productMediaFunction = defineFunction<{ productMedia: typeof productMediaCalls }, MediaTab>({
  name: "productMedia",
  path: "/productMedia",
  menuName: "product media",
  description: "Order, describe and sync the media of products",
  permission: "showProductMedia",
  group: "catalog",
  limitedTabs: MEDIA_TABS,
});

/** Calls as the page posts them. */
export const mediaCall = callsOf(productMediaFunction);
