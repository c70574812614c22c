import { defineModule } from "~/core/module.server";
import { pricelogContract, pricelogExports } from "./contract";
import { pricecontrolFunction } from "./function";
import { priceLogList } from "./list";
import { employeePriceLogReport, priceLogReport } from "./price-log-report.server";
import { pricelogExportsRouter, pricelogRouter } from "./pricecontrol.server";

export const pricecontrolModule = defineModule({
  folder: "functions/pricecontrol",
  entry: pricecontrolFunction,
  calls: {
    contract: { pricelog: pricelogContract, exports: pricelogExports },
    router: { pricelog: pricelogRouter, exports: pricelogExportsRouter },
  },
  lists: [priceLogList],
  exports: [priceLogReport, employeePriceLogReport],
});
