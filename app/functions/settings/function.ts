import { defineFunction } from "~/core/function-entry";
import type { agoraContract } from "~/domain/agora/contract";
import type { partnersContract } from "~/domain/codes/contract";
import type { customersContract } from "~/domain/customers/contract";
import type { ekataSettingsContract } from "~/domain/ekata/contract";
import type { ordersContract } from "~/domain/orders/contract";
import type { productsContract } from "~/domain/products/contract";
import type { reasonsContract } from "~/domain/registrations/reasons/contract";
import type { rulesContract } from "~/domain/registrations/rules/contract";
import type { salsifyContract } from "~/domain/salsify/contract";
import type { upsContract } from "~/domain/ups/contract";
import type { creditsContract } from "~/functions/credits/contract";
import type { settingsContract } from "./contract";
import type { mailSettingsContract } from "./mail/contract";

export const settingsFunction = defineFunction<{
  settings: typeof settingsContract;
  mailSettings: typeof mailSettingsContract;
  agora: typeof agoraContract;
  credits: typeof creditsContract;
  customers: typeof customersContract;
  ekataSettings: typeof ekataSettingsContract;
  orders: typeof ordersContract;
  partners: typeof partnersContract;
  products: typeof productsContract;
  reasons: typeof reasonsContract;
  rules: typeof rulesContract;
  salsify: typeof salsifyContract;
  ups: typeof upsContract;
}>({
  name: "settings",
  path: "/settings",
  menuName: "Settings",
  description: "The shop's switches, and the mirrors of its customers, products and orders",
  permission: "owner",
  group: "console",
});
