import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import type { Administrator } from "~/platform/auth/permission";
import type { Clock } from "~/platform/clock";
import type { Reason } from "./reasons/reason";
import type { Registration, RegistrationStatus, RegistrationTab } from "./status";

/** Begins the actor's id of a rule's decisions. Shopify's ids are numbers, so no person has such an id. */
export const RULE_ACTOR = "rule:";

/** The person who decides, and the systems that a decision works with. */
export interface DecisionTools {
  shop: string;
  actor: Administrator;
  adminApi: AdminApi;
  clock: Clock;
  call?: CallOptions;
}

/** A decision on a customer's registration. */
export interface Decision {
  customerId: number;
  /** Only this kind of registration counts. Without it, the first that the actor may decide on. */
  registration?: Registration;
  from: RegistrationStatus;
  to: RegistrationStatus;
  /** Idempotency key: the same id again answers the first decision's outcome. */
  operationId: string;
  jobId?: string;
  /** The decision that this one undoes. */
  undoes?: string;
  /** Why it is rejected, as the reason's text is now. */
  reason?: DecisionReason;
  /** For the staff, beside the reason. */
  note?: string;
  /** Email the customer. */
  notify?: boolean;
  /** Refuse the decision when the customer has an open question. */
  unlessAsked?: boolean;
}

/** What a decision stores of a reason, so that a later change of the list of reasons doesn't affect it. */
export type DecisionReason = Pick<Reason, "code" | "label" | "text">;

export interface Decided {
  decisionId: string;
  registration: Registration;
  status: RegistrationStatus;
  /** True when the same operation was done before. */
  alreadyDone: boolean;
  /** Absent when there were no emails, or the operation was done before. */
  mails?: DecisionMails;
}

/** What a decision did about emails to the customer. */
export interface DecisionMails {
  /** The email about this decision: an address that refused an earlier one is blocked. Null when none was requested. */
  own: "queued" | "no address" | "blocked" | null;
  /** The earlier email that the decision makes untrue: about the undone decision, or about a question. */
  earlier: "cancelled" | "sent" | null;
}

/** A button of a tab: what it is called and where it moves a registration. */
export interface DecisionButton {
  label: "Approve" | "Reject";
  to: RegistrationStatus;
  /** The key that presses it on the focused row. */
  key: string;
}

const approve: DecisionButton = { label: "Approve", to: "approved", key: "a" };

const reject: DecisionButton = { label: "Reject", to: "disabled", key: "r" };

/** The decisions that each tab offers. */
export const DECISIONS: Record<RegistrationStatus, readonly DecisionButton[]> = {
  pending: [approve, reject],
  approved: [reject],
  disabled: [approve],
};

/** One registration of a customer, as the header of their card decides on it. */
export interface CardRegistration {
  registration: Registration;
  /** The tab of the registration's status. */
  tab: RegistrationTab;
  /** The page that decides. */
  action: string;
}

/** The customer's place in a list of registrations. */
export interface CardPlace {
  /** The tab that the administrator works through. */
  tab: RegistrationTab;
  position: number | null;
  total: { count: number; exact: boolean };
  /** The card of the next customer in the list. */
  nextUrl: string | null;
  /** The card of the customer before. */
  previousUrl: string | null;
}

export interface CardDecisions {
  registrations: CardRegistration[];
  /** Null when the mirror doesn't know the customer yet, or the address isn't one of the list's. */
  place: CardPlace | null;
}
