import { declareModule } from "~/core/module.server";

import { pricelogCalls, pricelogExportCalls } from "./calls.server";
import { pricecontrolFunction } from "./function";
import { priceLogList } from "./list";
import { employeePriceLogReport, priceLogReport } from "./price-log-report.server";

export const pricecontrolModule = declareModule({
  folder: "functions/pricecontrol",
  entry: pricecontrolFunction,
  calls: { pricelog: pricelogCalls, exports: pricelogExportCalls },
  declares: [priceLogList, priceLogReport, employeePriceLogReport],
});
