import { declareModule } from "~/core/module.server";

import * as audit from "./audit.server";
import { solrFiltersCalls } from "./calls.server";
import { solrFiltersFunction } from "./function";
import { publishRun } from "./publish/publish-filters.server";
import { filterSearchFields } from "./search-fields.server";

export const solrFiltersModule = declareModule({
  folder: "functions/solrFilters",
  entry: solrFiltersFunction,
  calls: { solrFilters: solrFiltersCalls },
  declares: [publishRun, filterSearchFields, audit],
});
