import { declareModule } from "~/core/module.server";
import { applyPricesJob } from "./apply-prices.server";
import * as audit from "./audit.server";
import { bulkPriceCalls, bulkPriceImports } from "./calls.server";
import * as desk from "./desk.server";
import { bulkPriceFunction } from "./function";
import { importedPrices } from "./import.server";
import { pricesList } from "./list-prices.server";
import { returnPricesJob } from "./return-prices.server";
import { applyDuePrices } from "./start-due-prices.server";
import * as states from "./transitions.server";
import { workbenchCalls, workbenchExports } from "./workbench/calls.server";
import { forgetSkuLists } from "./workbench/sku-lists.server";
import { workbenchList } from "./workbench/workbench-list.server";

export const bulkPriceModule = declareModule({
  folder: "functions/bulkprice",
  entry: bulkPriceFunction,
  calls: {
    bulkPrice: bulkPriceCalls,
    priceWorkbench: workbenchCalls,
    imports: bulkPriceImports,
    exports: workbenchExports,
  },
  declares: [
    pricesList,
    workbenchList,
    forgetSkuLists,
    states,
    applyPricesJob,
    returnPricesJob,
    applyDuePrices,
    importedPrices,
    audit,
    desk,
  ],
});
