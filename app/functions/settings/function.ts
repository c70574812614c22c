import { defineFunction } from "~/core/function-entry";
import type { agoraContract } from "~/domain/agora/contract";
import type { customersContract } from "~/domain/customers/contract";
import type { productsContract } from "~/domain/products/contract";
import type { reasonsContract } from "~/domain/registrations/reasons/contract";
import type { rulesContract } from "~/domain/registrations/rules/contract";
import type { creditsContract } from "~/functions/credits/contract";
import type { settingsContract } from "./contract";
import type { mailSettingsContract } from "./mail/contract";

export const settingsFunction = defineFunction<{
  settings: typeof settingsContract;
  mailSettings: typeof mailSettingsContract;
  agora: typeof agoraContract;
  credits: typeof creditsContract;
  customers: typeof customersContract;
  products: typeof productsContract;
  reasons: typeof reasonsContract;
  rules: typeof rulesContract;
}>({
  name: "settings",
  path: "/settings",
  menuName: "Settings",
  description: "The shop's switches, and the mirrors of its customers and products",
  permission: "owner",
  group: "console",
});
