import type { CallsOfAnyConnection } from "~/core/connections/define-connection.server";
import { type ContractCall, defineFunction } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { safeguardCalls } from "~/core/safeguards/calls.server";
import type { partnersCalls } from "~/domain/codes/calls.server";
import type { CreditReminders } from "~/domain/ledger/settings";
import type { priceGuardRailsCalls } from "~/domain/prices/guard-rails/calls.server";
import type { reasonsCalls } from "~/domain/registrations/reasons/calls.server";
import type { rulesCalls } from "~/domain/registrations/rules/calls.server";
import type { RuleReplay } from "~/domain/submissions/replay-rule.server";
import type { ReviewSettings } from "~/domain/submissions/review-settings";
import type { Cents } from "~/platform/money/cents";
import type { settingsCalls } from "./calls.server";
import type { mailSettingsCalls } from "./mail/calls.server";
import { SECTIONS, type SettingsSection } from "./sections";

export const settingsFunction = defineFunction<{
  settings: typeof settingsCalls;
  mailSettings: typeof mailSettingsCalls;
  connectors: Record<string, CallsOfAnyConnection>;
  credits: {
    approvals: ContractCall<unknown, { limitCents: Cents | null; repeatDays: number }>;
    reminders: ContractCall<unknown, CreditReminders>;
    saveApprovalLimit: ContractCall<unknown, { msg: string }>;
    saveReminders: ContractCall<CreditReminders & { seen?: CreditReminders }, { msg: string }>;
    saveRepeatDays: ContractCall<unknown, { msg: string }>;
  };
  promo: {
    settings: ContractCall<unknown, { settings: ReviewSettings }>;
    saveSettings: ContractCall<unknown, { msg: string }>;
    replay: ContractCall<unknown, RuleReplay>;
  };
  partners: typeof partnersCalls;
  safeguards: typeof safeguardCalls;
  priceGuardRails: typeof priceGuardRailsCalls;
  reasons: typeof reasonsCalls;
  rules: typeof rulesCalls;
}>({
  name: "settings",
  path: "/settings",
  menuName: "Settings",
  description: "Switches, limits of credits and prices, emails, partners, connections, and mirrors",
  further: Object.values<SettingsSection>(SECTIONS).map(({ path, title }) => ({
    path,
    title: `Settings: ${title}`,
  })),
  permission: "owner",
  group: "console",
});

/** Calls as the pages post them. */
export const settingsCall = callsOf(settingsFunction);
