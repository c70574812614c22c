import { defineFunction } from "~/core/function-entry";
import type { bulkPriceContract } from "./contract";

export const bulkPriceFunction = defineFunction<{ bulkPrice: typeof bulkPriceContract }>({
  name: "bulkprice",
  path: "/bulkprice",
  menuName: "bulk price",
  description: "Schedule prices by SKU with a file, and roll them back",
  permission: "showBulkPrice",
  group: "catalog",
});
