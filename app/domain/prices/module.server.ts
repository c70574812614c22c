import { defineModule } from "~/core/module.server";
import { mergeLogCounts } from "./merge-log-counts.server";
import { readPriceLists } from "./read-price-lists.server";
import { recordVariantChanges } from "./record-variant-changes.server";
import * as switches from "./switches";

export const pricesModule = defineModule({
  folder: "domain/prices",
  tasks: [mergeLogCounts, readPriceLists],
  hooks: [recordVariantChanges],
  switches,
});
