import { defineModule } from "~/core/module.server";
import * as audit from "./audit.server";
import { salsifyDisplayContract } from "./contract";
import { salsifyDisplayFunction } from "./function";
import { salsifyDisplayList } from "./list";
import { finishOpenSaves } from "./open-saves.server";
import { salsifyDisplayRouter } from "./salsifyDisplay.server";

export const salsifyDisplayModule = defineModule({
  folder: "functions/salsifyDisplay",
  entry: salsifyDisplayFunction,
  calls: {
    contract: { salsifyDisplay: salsifyDisplayContract },
    router: { salsifyDisplay: salsifyDisplayRouter },
  },
  lists: [salsifyDisplayList],
  tasks: [finishOpenSaves],
  audit,
});
