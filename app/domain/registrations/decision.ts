import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import type { Administrator } from "~/platform/auth/permission";
import type { Clock } from "~/platform/clock";
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
}

export interface Decided {
  decisionId: string;
  registration: Registration;
  status: RegistrationStatus;
  /** True when this very operation had been done before. */
  alreadyDone: boolean;
}
