import { defineFunction } from "~/core/function-entry";
import type { productMediaContract } from "./contract";
import { MEDIA_TABS, type MediaTab } from "./tabs";

export const productMediaFunction = defineFunction<{ productMedia: typeof productMediaContract }, MediaTab>({
  name: "productMedia",
  path: "/productMedia",
  menuName: "product media",
  description: "Order, describe and sync the media of products",
  permission: "showProductMedia",
  group: "catalog",
  limitedTabs: MEDIA_TABS,
});
