import { declareModule } from "~/core/module.server";
import { mirrorAge } from "./freshness.server";
import { mirrorRebuildRequested } from "./mirror-calls.server";

export const mirrorsModule = declareModule({
  folder: "core/mirrors",
  declares: [mirrorRebuildRequested, mirrorAge],
});
