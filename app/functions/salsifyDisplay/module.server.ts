import { declareModule } from "~/core/module.server";
import { salsifyDisplayCalls } from "./calls.server";
import { salsifyDisplayList } from "./display-names";
import { salsifyDisplayFunction } from "./function";
import { finishOpenSaves } from "./save-display-names.server";
import { displayNamesSaved, displayNamesSubject } from "./stored-list.server";

export const salsifyDisplayModule = declareModule({
  folder: "functions/salsifyDisplay",
  entry: salsifyDisplayFunction,
  calls: { salsifyDisplay: salsifyDisplayCalls },
  declares: [salsifyDisplayList, finishOpenSaves, displayNamesSubject, displayNamesSaved],
});
