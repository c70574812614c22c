import { auditAction } from "~/core/audit/audit-action.server";

/** What staff write can name any customer. */
const MAY_NAME_OTHERS = { mayNameOthers: true } as const;

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
export const creditReversed = auditAction<
  { transaction: string },
  { transaction: string; reference: string }
>("credit.reversed", "Reversed a credit transaction", MAY_NAME_OTHERS);
export const unsentCreditCanceled = auditAction<
  { transaction: string },
  { amount: string; reference: string }
>("credit.given up", "Canceled an unsent credit transaction", MAY_NAME_OTHERS);
