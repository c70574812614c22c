import { defineModule } from "~/core/module.server";
import * as audit from "./audit.server";
import { solrFiltersContract } from "./contract";
import { solrFiltersFunction } from "./function";
import { publishRun } from "./publish/publish-filters.server";
import { filterSearchFields } from "./search-fields.server";
import { solrFiltersRouter } from "./solrFilters.server";

export const solrFiltersModule = defineModule({
  folder: "functions/solrFilters",
  entry: solrFiltersFunction,
  calls: { contract: { solrFilters: solrFiltersContract }, router: { solrFilters: solrFiltersRouter } },
  jobs: [publishRun.job],
  hooks: [filterSearchFields],
  audit,
});
