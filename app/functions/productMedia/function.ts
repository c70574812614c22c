import { defineFunction } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { viewsCalls } from "~/core/views/calls.server";
import type { mediaExportCalls, productMediaCalls } from "./calls.server";
import { MEDIA_TABS, type MediaTab } from "./media-list";

export const productMediaFunction = defineFunction<
  {
    productMedia: typeof productMediaCalls;
    exports: typeof mediaExportCalls;
    views: typeof viewsCalls;
  },
  MediaTab
>({
  name: "productMedia",
  path: "/productMedia",
  menuName: "product media",
  description: "Find products without pictures or alt texts, upload, order, describe and sync media",
  permission: "showProductMedia",
  group: "catalog",
  limitedTabs: MEDIA_TABS,
});

/** Calls as the page posts them. */
export const mediaCall = callsOf(productMediaFunction);
