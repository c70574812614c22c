import { defineModule } from "~/core/module.server";
import { forgetOldDeliveries } from "./first-delivery.server";

export const webhooksModule = defineModule({ folder: "core/webhooks", tasks: [forgetOldDeliveries] });
