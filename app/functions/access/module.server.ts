import { declareModule } from "~/core/module.server";
import * as audit from "./audit.server";
import { accessCalls } from "./calls.server";
import { accessFunction } from "./function";
import { accessList } from "./list";

export const accessModule = declareModule({
  folder: "functions/access",
  entry: accessFunction,
  calls: { access: accessCalls },
  declares: [accessList, audit],
});
