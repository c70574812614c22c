import { defineModule } from "~/core/module.server";
import { priceGuardRailsContract } from "./guard-rails/contract";
import { priceGuardRailsRouter } from "./guard-rails/guard-rails-router.server";
import { guardRailHandlers } from "./guard-rails/stored-guard-rails.server";
import { mergeLogCounts } from "./merge-log-counts.server";
import { readPriceLists } from "./read-price-lists.server";
import { recordVariantChanges } from "./record-variant-changes.server";
import * as switches from "./switches";

export const pricesModule = defineModule({
  folder: "domain/prices",
  calls: {
    contract: { priceGuardRails: priceGuardRailsContract },
    router: { priceGuardRails: priceGuardRailsRouter },
  },
  tasks: [mergeLogCounts, readPriceLists],
  hooks: [recordVariantChanges, ...guardRailHandlers],
  switches,
});
