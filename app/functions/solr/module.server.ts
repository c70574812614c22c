import { declareModule } from "~/core/module.server";
import { solrCalls } from "./calls.server";
import { solrFunction } from "./function";
import { solrSync, solrSyncStarted } from "./sync.server";

export const solrModule = declareModule({
  folder: "functions/solr",
  entry: solrFunction,
  calls: { solr: solrCalls },
  declares: [solrSync.declarations, solrSyncStarted],
});
