import { declareModule } from "~/core/module.server";
import { forgetOldChecks } from "./assess-orders.server";
import { ekataCalls } from "./calls.server";
import { ekataFunction } from "./function";
import { ekataReport } from "./report.server";

export const ekataModule = declareModule({
  folder: "functions/ekata",
  entry: ekataFunction,
  calls: { ekata: ekataCalls },
  declares: [ekataReport, forgetOldChecks],
});
