import { defineModule } from "~/core/module.server";
import * as audit from "./audit.server";
import { priceSpiderContract } from "./contract";
import { priceSpiderFunction } from "./function";
import { priceSpiderRouter } from "./priceSpider.server";
import { transfer } from "./transfer/transfer.server";

export const priceSpiderModule = defineModule({
  folder: "functions/priceSpider",
  entry: priceSpiderFunction,
  calls: { contract: { priceSpider: priceSpiderContract }, router: { priceSpider: priceSpiderRouter } },
  jobs: [transfer.job],
  audit,
});
