import type { ConnectorContract } from "~/core/connectors/connector-contract";
import { type ContractCall, defineFunction } from "~/core/function-entry";
import type { safeguardCalls } from "~/core/safeguards/calls.server";
import type { partnersContract } from "~/domain/codes/contract";
import type { CreditReminders } from "~/domain/ledger/reminders/reminder-settings";
import type { priceGuardRailsContract } from "~/domain/prices/guard-rails/contract";
import type { reasonsContract } from "~/domain/registrations/reasons/contract";
import type { rulesContract } from "~/domain/registrations/rules/contract";
import type { Cents } from "~/platform/money/cents";
import type { settingsContract } from "./contract";
import type { mailSettingsContract } from "./mail/contract";

export const settingsFunction = defineFunction<{
  settings: typeof settingsContract;
  mailSettings: typeof mailSettingsContract;
  connectors: Record<string, ConnectorContract>;
  credits: {
    approvals: ContractCall<unknown, { limitCents: Cents | null; repeatDays: number }>;
    reminders: ContractCall<unknown, CreditReminders>;
  };
  partners: typeof partnersContract;
  safeguards: typeof safeguardCalls;
  priceGuardRails: typeof priceGuardRailsContract;
  reasons: typeof reasonsContract;
  rules: typeof rulesContract;
}>({
  name: "settings",
  path: "/settings",
  menuName: "Settings",
  description: "Switches, limits of credits and prices, emails, partners, connections, and mirrors",
  permission: "owner",
  group: "console",
});
