import { declareModule } from "~/core/module.server";

import * as audit from "./audit.server";
import { priceSpiderCalls } from "./calls.server";
import { priceSpiderFunction } from "./function";
import { sealedPassword } from "./stored-settings.server";
import { transfer } from "./transfer/transfer.server";

export const priceSpiderModule = declareModule({
  folder: "functions/priceSpider",
  entry: priceSpiderFunction,
  calls: { priceSpider: priceSpiderCalls },
  declares: [transfer, audit, sealedPassword],
});
