import { defineModule } from "~/core/module.server";
import * as audit from "./audit.server";
import { eraseAudit } from "./erase-audit.server";
import { redactCustomers } from "./redact-customer.server";
import { redactShop } from "./redact-shop.server";
import {
  appUninstalled,
  customerDataRequested,
  customerRedactionRequested,
  shopRedactionRequested,
} from "./webhooks.server";

export const erasureModule = defineModule({
  folder: "core/erasure",
  tasks: [redactCustomers, redactShop],
  webhooks: [appUninstalled, customerDataRequested, customerRedactionRequested, shopRedactionRequested],
  erasures: [eraseAudit],
  audit,
});
