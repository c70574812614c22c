import { declareModule } from "~/core/module.server";

import * as audit from "./audit.server";
import { mirrorAge } from "./gauge.server";

export const mirrorsModule = declareModule({
  folder: "core/mirrors",
  declares: [audit, mirrorAge],
});
