import { declareModule } from "~/core/module.server";
import { mirrorAge } from "./gauge.server";
import { mirrorRebuildRequested } from "./mirror-calls.server";

export const mirrorsModule = declareModule({
  folder: "core/mirrors",
  declares: [mirrorRebuildRequested, mirrorAge],
});
