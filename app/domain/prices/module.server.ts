import { declareModule } from "~/core/module.server";
import { recordVariantChanges } from "./announce-prices.server";
import { priceGuardRailsCalls } from "./guard-rails/calls.server";
import { guardRailHandlers } from "./guard-rails/stored-guard-rails.server";
import { mergeLogCounts } from "./log-counts.server";
import { readPriceLists } from "./read-price-lists.server";
import * as switches from "./switches";

export const pricesModule = declareModule({
  folder: "domain/prices",
  calls: { priceGuardRails: priceGuardRailsCalls },
  declares: [mergeLogCounts, readPriceLists, recordVariantChanges, ...guardRailHandlers, switches],
});
