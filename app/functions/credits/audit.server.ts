import { sql } from "drizzle-orm";
import { type AuditAction, auditAction, MAY_NAME_OTHERS } from "~/core/audit/audit-action.server";
import { auditGroup, auditSubject } from "~/core/audit/audit-subject.server";
import { customerSubject } from "~/domain/customers/audit.server";

/** A request about credit for several customers, by its operation key, or by its id while it waits for approval. */
export const creditRequestSubject = auditSubject("creditRequest", {
  id: { type: "text", pattern: "." },
  nameless: "Several customers",
});

export const creditRequestsOfCustomer = auditGroup({
  member: customerSubject,
  group: creditRequestSubject,
  groupsOf: (shop, customerId) => sql`
    SELECT p.operation_key FROM ledger_postings_of_shop AS p
     WHERE p.shop = ${shop} AND p.customer_id = ${customerId} AND p.operation_key IS NOT NULL
    UNION SELECT a.id::text FROM credit_approvals AS a
     WHERE a.shop = ${shop} AND a.customer_ids @> to_jsonb(${customerId})`,
});

/** A request about credit for all its customers together. The ledger has the amount of each. */
interface CreditSide {
  customers: number;
  /** Per customer. */
  amount: string;
  reference: string;
  "runs out"?: string;
  "asked by"?: string;
  reason?: string;
}

export const creditIssued = auditAction<null, CreditSide>("credit.issued", "Issued credit", MAY_NAME_OTHERS);
export const balancesAdjusted = auditAction<null, CreditSide>(
  "credit.adjusted",
  "Adjusted balances",
  MAY_NAME_OTHERS,
);
export const creditCustomerAdded = auditAction<null, CreditSide>(
  "credit.customer added",
  "Added a customer with credit",
  MAY_NAME_OTHERS,
);
export const approvalRequested = auditAction<null, CreditSide>(
  "credit.approval asked",
  "Requested approval for credit",
  MAY_NAME_OTHERS,
);
export const creditApproved = auditAction<null, CreditSide>(
  "credit.approved",
  "Approved a credit request",
  MAY_NAME_OTHERS,
);
export const approvalDeclined = auditAction<null, CreditSide>(
  "credit.approval declined",
  "Declined a credit request",
  MAY_NAME_OTHERS,
);
/** The ids of transactions find them in the ledger. People read the amount. */
const withoutTransactions: AuditAction["describe"] = (_before, after) =>
  Object.entries({ ...(after as object), transaction: "" }).flatMap(([key, value]) =>
    value ? [{ field: key.charAt(0).toUpperCase() + key.slice(1), before: "", after: String(value) }] : [],
  );

export const creditReversed = auditAction<
  { transaction: string },
  { transaction: string; amount: string; reference: string }
>("credit.reversed", "Reversed a credit transaction", { ...MAY_NAME_OTHERS, describe: withoutTransactions });
export const duplicateDecided = auditAction<
  { transaction: string },
  { decision: string; amount: string; reference: string }
>("credit.duplicate decided", "Decided on a credit that may already be paid", {
  ...MAY_NAME_OTHERS,
  describe: withoutTransactions,
});
export const unsentCreditCanceled = auditAction<
  { transaction: string },
  { amount: string; reference: string }
>("credit.given up", "Canceled an unsent credit transaction", {
  ...MAY_NAME_OTHERS,
  describe: withoutTransactions,
});
