import { defineFunction } from "~/core/function-entry";
import type { salsifyDisplayContract } from "./contract";

export const salsifyDisplayFunction = defineFunction<{ salsifyDisplay: typeof salsifyDisplayContract }>({
  name: "salsifyDisplay",
  path: "/salsifyDisplay",
  menuName: "Metafield Display Names",
  description: "Name the product metafields that come from Salsify",
  permission: "showSalsifyDisplay",
  group: "catalog",
});
