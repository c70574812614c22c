import { declareModule, derived } from "~/core/module.server";

import { eraseAudit } from "./erasure.server";
import { dataRequested, redactCustomers } from "./redact-customer.server";
import {
  appUninstalled,
  customerDataRequested,
  customerRedactionRequested,
  redactShop,
  shopRedactionRequested,
} from "./webhooks.server";

export const erasureModule = declareModule({
  folder: "core/erasure",
  declares: [
    derived("task", redactCustomers),
    redactShop,
    derived("webhook handler", appUninstalled),
    derived("webhook handler", customerDataRequested),
    customerRedactionRequested,
    shopRedactionRequested,
    derived("erasure", eraseAudit),
    dataRequested,
  ],
});
