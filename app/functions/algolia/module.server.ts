import { defineModule } from "~/core/module.server";
import { algoliaRouter } from "./algolia.server";
import * as audit from "./audit.server";
import { algoliaContract } from "./contract";
import { algoliaFunction } from "./function";
import { algoliaSync } from "./sync.server";

export const algoliaModule = defineModule({
  folder: "functions/algolia",
  entry: algoliaFunction,
  calls: { contract: { algolia: algoliaContract }, router: { algolia: algoliaRouter } },
  jobs: [algoliaSync.run.job],
  tasks: [algoliaSync.updateTask, algoliaSync.nightlySync],
  hooks: [algoliaSync.productsChanged],
  audit,
});
