import { declareModule } from "~/core/module.server";

import { forgetOldSyncs } from "./forget-old-syncs.server";

export const syncsModule = declareModule({
  folder: "core/syncs",
  declares: [forgetOldSyncs],
});
