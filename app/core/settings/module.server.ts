import { declareModule } from "~/core/module.server";
import { settingChanged } from "./stored-setting.server";

/** Not `settingsModule`, which is the function Settings. */
export const switchesModule = declareModule({
  folder: "core/settings",
  declares: [settingChanged],
});
