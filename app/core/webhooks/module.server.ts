import { declareModule } from "~/core/module.server";

import { forgetOldDeliveries } from "./first-delivery.server";

export const webhooksModule = declareModule({
  folder: "core/webhooks",
  declares: [forgetOldDeliveries],
});
