import { declareModule } from "~/core/module.server";

import * as audit from "./audit.server";
import { settingsCalls } from "./calls.server";
import { settingsFunction } from "./function";
import { mailSettingsCalls } from "./mail/calls.server";
import { rulesList } from "./rules-list";

export const settingsModule = declareModule({
  folder: "functions/settings",
  entry: settingsFunction,
  calls: { settings: settingsCalls, mailSettings: mailSettingsCalls },
  declares: [rulesList, audit],
});
