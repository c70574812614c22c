import { sql } from "drizzle-orm";
import { auditGroup } from "~/core/audit/audit-subject.server";
import { jobSubject } from "~/core/audit/subjects.server";
import { customerSubject } from "~/domain/customers/audit.server";

/** Imports that posted credit to a customer, and their undo. The operation key of their postings ends with the import's id. */
export const creditImportsOfCustomer = auditGroup({
  member: customerSubject,
  group: jobSubject,
  groupsOf: (shop, customerId) => sql`
    SELECT unnest(ARRAY[run.job_id, CASE WHEN EXISTS (
             SELECT 1 FROM ledger_postings AS reversal WHERE reversal.shop = ${shop} AND reversal.reverses_id = p.id)
           THEN run.undo_job_id END])::text
      FROM ledger_postings AS p JOIN import_runs AS run
        ON run.shop = ${shop} AND run.id::text = substring(p.operation_key FROM ':import (.{36})$')
     WHERE p.shop = ${shop} AND p.customer_id = ${customerId}`,
});
