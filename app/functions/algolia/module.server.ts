import { declareModule } from "~/core/module.server";
import { algoliaCalls } from "./calls.server";
import { algoliaFunction } from "./function";
import { algoliaSync, algoliaSyncStarted } from "./sync.server";

export const algoliaModule = declareModule({
  folder: "functions/algolia",
  entry: algoliaFunction,
  calls: { algolia: algoliaCalls },
  declares: [algoliaSync.declarations, algoliaSyncStarted],
});
