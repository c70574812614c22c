import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import type { Administrator } from "~/platform/auth/permission";
import type { Clock } from "~/platform/clock";
import type { Reason } from "./reasons/reason";
import type { Registration, RegistrationStatus } from "./status";

/** What deciding needs from around it. */
export interface DecisionTools {
  shop: string;
  actor: Administrator;
  adminApi: AdminApi;
  clock: Clock;
  call?: CallOptions;
}

/** One decision on one person's registration. */
export interface Decision {
  customerId: number;
  from: RegistrationStatus;
  to: RegistrationStatus;
  /** Made by the caller; the same id again answers the first decision's outcome. */
  operationId: string;
  jobId?: string;
  /** The decision that this one takes back. */
  undoes?: string;
  /** Why it is rejected, as the reason reads now. */
  reason?: DecisionReason;
  /** For the staff, beside the reason. */
  note?: string;
  /** Tell the person by mail. */
  notify?: boolean;
}

/** As much of a reason as a decision keeps, so that it still reads the same when the list of reasons has changed. */
export type DecisionReason = Pick<Reason, "code" | "label" | "text">;

export interface Decided {
  decisionId: string;
  registration: Registration;
  status: RegistrationStatus;
  /** True when this very operation had been done before. */
  alreadyDone: boolean;
  /** What came of the mails; absent when there were none, or it had been done before. */
  mails?: DecisionMails;
}

/** What a decision did about mails to the person. */
export interface DecisionMails {
  /** The mail about this decision; null when none was asked for. */
  own: "queued" | "no address" | null;
  /** The earlier mail that the decision makes untrue: the one about the decision taken back, or about a question. */
  earlier: "cancelled" | "sent" | null;
}
