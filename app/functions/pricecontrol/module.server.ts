import { declareModule } from "~/core/module.server";
import { employeePriceLogSheet, priceLogList, priceLogSheet } from "~/domain/prices/list.server";

import { pricelogCalls, pricelogExportCalls } from "./calls.server";
import { pricecontrolFunction } from "./function";

export const pricecontrolModule = declareModule({
  folder: "functions/pricecontrol",
  entry: pricecontrolFunction,
  calls: { pricelog: pricelogCalls, exports: pricelogExportCalls },
  declares: [priceLogList, priceLogSheet, employeePriceLogSheet],
});
