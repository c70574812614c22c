import { declareModule } from "~/core/module.server";

import * as audit from "./audit.server";

/** Not `settingsModule`, which is the function Settings. */
export const switchesModule = declareModule({
  folder: "core/settings",
  declares: [audit],
});
