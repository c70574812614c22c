import { defineModule } from "~/core/module.server";
import { ekataContract } from "./contract";
import { ekataRouter } from "./ekata.server";
import { forgetOldChecks } from "./forget-old-checks.server";
import { ekataFunction } from "./function";
import { ekataReport } from "./report.server";

export const ekataModule = defineModule({
  folder: "functions/ekata",
  entry: ekataFunction,
  calls: { contract: { ekata: ekataContract }, router: { ekata: ekataRouter } },
  reports: [ekataReport],
  tasks: [forgetOldChecks],
});
