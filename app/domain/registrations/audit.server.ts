import { auditAction } from "~/core/audit/audit-action.server";
import { shownStatus } from "./status";

/** What is stored of a decision besides the status. */
interface DecidedSide {
  status: string;
  reason?: string;
  note?: string;
  "email to the person"?: string;
}

export const registrationDecided = auditAction<{ status: string }, DecidedSide>(
  "registration.decided",
  "Decided on a registration",
  { shownValue: shownStatus },
);

export const decisionUndone = auditAction<{ status: string }, DecidedSide>(
  "registration.decision undone",
  "Undid a decision",
  { shownValue: shownStatus },
);

export const questionAsked = auditAction<null, { question: string }>(
  "registration.question asked",
  "Asked a customer for information",
);

export const questionAnswered = auditAction<null, { answer: string; file?: string }>(
  "registration.question answered",
  "Answered a question about the registration",
);

export const questionWithdrawn = auditAction<{ question: string }, { email: string } | null>(
  "registration.question withdrawn",
  "Returned a customer to Pending",
);

export const reasonsChanged = auditAction<Record<string, string>, Record<string, string>>(
  "reasons.changed",
  "Changed the reasons for decisions",
);

type RuleSide = Record<string, string | boolean> | null;

export const ruleChanged = auditAction<RuleSide, RuleSide>("rule.changed", "Changed a rule");

/** The fields that a file wrote, by their headings. */
type Written = Record<string, string>;

export const customerImported = auditAction<Written, Written>(
  "customer.imported",
  "Imported a person's record",
  { shownValue: shownStatus },
);

export const customerImportUndone = auditAction<Written, Written>(
  "customer.import undone",
  "Undid the import of a person's record",
  { shownValue: shownStatus },
);
