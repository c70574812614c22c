import { declareModule } from "~/core/module.server";

import { forgetOldRuns } from "./forget-old-runs.server";

export const runsModule = declareModule({
  folder: "core/runs",
  declares: [forgetOldRuns],
});
