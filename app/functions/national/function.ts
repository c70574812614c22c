import { defineFunction } from "~/core/function-entry";
import type { viewsContract } from "~/core/views/contract";
import type { customersContract } from "~/domain/customers/contract";
import type { nationalContract } from "./contract";

export const nationalFunction = defineFunction<{
  national: typeof nationalContract;
  customers: typeof customersContract;
  views: typeof viewsContract;
}>({
  name: "national",
  path: "/national",
  menuName: "National Partners",
  description: "List and edit national partners",
  permission: "showNational",
  group: "people",
});
