import { defineModule } from "~/core/module.server";
import { accessRouter } from "./access.server";
import * as audit from "./audit.server";
import { accessContract } from "./contract";
import { accessFunction } from "./function";
import { accessList } from "./list";

export const accessModule = defineModule({
  folder: "functions/access",
  entry: accessFunction,
  calls: { contract: { access: accessContract }, router: { access: accessRouter } },
  lists: [accessList],
  audit,
});
