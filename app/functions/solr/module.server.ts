import { defineModule } from "~/core/module.server";
import * as audit from "./audit.server";
import { solrContract } from "./contract";
import { solrFunction } from "./function";
import { solrRouter } from "./solr.server";
import { solrSync } from "./sync.server";

export const solrModule = defineModule({
  folder: "functions/solr",
  entry: solrFunction,
  calls: { contract: { solr: solrContract }, router: { solr: solrRouter } },
  jobs: [solrSync.run.job],
  tasks: [solrSync.updateTask, solrSync.nightlySync],
  hooks: [solrSync.productsChanged],
  audit,
});
