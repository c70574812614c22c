import { defineFunction } from "~/core/function-entry";
import type { productMediaContract } from "./contract";

export const productMediaFunction = defineFunction<{ productMedia: typeof productMediaContract }>({
  name: "productMedia",
  path: "/productMedia",
  menuName: "product media",
  description: "Order, describe and sync the media of products",
  permission: "showProductMedia",
  group: "function",
});
