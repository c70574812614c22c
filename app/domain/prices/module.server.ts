import { defineModule } from "~/core/module.server";
import { mergeLogCounts } from "./merge-log-counts.server";

export const pricesModule = defineModule({
  folder: "domain/prices",
  tasks: [mergeLogCounts],
});
