import { defineModule } from "~/core/module.server";
import { forgetOldRuns } from "./forget-old-runs.server";

export const runsModule = defineModule({ folder: "core/runs", tasks: [forgetOldRuns] });
