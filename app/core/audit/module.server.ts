import { defineModule } from "~/core/module.server";
import { proveAudit } from "./prove.server";
import { sealAudit } from "./seal.server";
import * as subjects from "./subjects.server";

export const auditModule = defineModule({
  folder: "core/audit",
  tasks: [sealAudit, proveAudit],
  audit: subjects,
});
