import { defineModule } from "~/core/module.server";
import * as audit from "./audit.server";
import { settingsContract } from "./contract";
import { settingsFunction } from "./function";
import { mailSettingsContract } from "./mail/contract";
import { mailSettingsRouter } from "./mail/mail-settings.server";
import { rulesList } from "./rules-list";
import { settingsRouter } from "./settings.server";

export const settingsModule = defineModule({
  folder: "functions/settings",
  entry: settingsFunction,
  calls: {
    contract: { settings: settingsContract, mailSettings: mailSettingsContract },
    router: { settings: settingsRouter, mailSettings: mailSettingsRouter },
  },
  lists: [rulesList],
  audit,
});
