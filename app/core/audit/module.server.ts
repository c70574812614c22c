import { declareModule } from "~/core/module.server";

import { proveAudit } from "./prove.server";
import { sealAudit } from "./seal.server";
import * as subjects from "./subjects.server";

export const auditModule = declareModule({
  folder: "core/audit",
  declares: [sealAudit, proveAudit, subjects],
});
