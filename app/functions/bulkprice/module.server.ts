import { defineModule } from "~/core/module.server";
import { applyDuePrices } from "./apply-due-prices.server";
import { applyPricesJob } from "./apply-prices.server";
import * as audit from "./audit.server";
import { bulkPriceImportsRouter, bulkPriceRouter } from "./bulkprice.server";
import { bulkPriceContract, bulkPriceImports } from "./contract";
import * as desk from "./desk.server";
import { bulkPriceFunction } from "./function";
import { priceSchedulesList } from "./list";
import { priceImportHandler } from "./price-import.server";
import { returnPricesJob } from "./return-prices.server";

export const bulkPriceModule = defineModule({
  folder: "functions/bulkprice",
  entry: bulkPriceFunction,
  calls: {
    contract: { bulkPrice: bulkPriceContract, imports: bulkPriceImports },
    router: { bulkPrice: bulkPriceRouter, imports: bulkPriceImportsRouter },
  },
  lists: [priceSchedulesList],
  jobs: [applyPricesJob, returnPricesJob],
  tasks: [applyDuePrices],
  imports: [priceImportHandler],
  audit,
  desk,
});
