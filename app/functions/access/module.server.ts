import { declareModule } from "~/core/module.server";
import { accessCalls } from "./calls.server";
import { accessFunction } from "./function";
import { accessGranted } from "./grant.server";
import { accessList } from "./list";

export const accessModule = declareModule({
  folder: "functions/access",
  entry: accessFunction,
  calls: { access: accessCalls },
  declares: [accessList, accessGranted],
});
