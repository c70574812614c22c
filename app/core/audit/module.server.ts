import { declareModule } from "~/core/module.server";

import { proveAudit, sealAudit } from "./prove.server";
import * as subjects from "./subjects.server";

export const auditModule = declareModule({
  folder: "core/audit",
  declares: [sealAudit, proveAudit, subjects],
});
