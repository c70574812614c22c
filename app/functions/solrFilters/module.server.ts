import { declareModule } from "~/core/module.server";

import * as audit from "./audit.server";
import { solrFiltersCalls } from "./calls.server";
import { filterSearchFields } from "./definitions.server";
import * as desk from "./desk.server";
import { solrFiltersFunction } from "./function";
import { publishSync } from "./publish/publish-filters.server";

export const solrFiltersModule = declareModule({
  folder: "functions/solrFilters",
  entry: solrFiltersFunction,
  calls: { solrFilters: solrFiltersCalls },
  declares: [publishSync, filterSearchFields, audit, desk],
});
