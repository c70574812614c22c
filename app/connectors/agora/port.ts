import { Refusal } from "~/platform/errors";

/** A person in Agora. Missing texts are empty. Dates are YYYY-MM-DD. */
export interface AgoraUser {
  /** The number at the end of the customer's id in the store. */
  external_id: string;
  /** Increases with each push. Agora ignores an older version. */
  version: number;
  user_types: ("student" | "staff")[];
  email: string;
  first_name: string;
  last_name: string;
  phone: string;
  country: string;
  school: string;
  course: string;
  state: string;
  start_date: string;
  end_date: string;
  crm_id: string;
  as400_id: string;
  linked_distributor: string;
  distributor_name: string;
  email_policy_consent: boolean;
  privacy_policy_consent: boolean;
}

/** The address and the API key of a shop's Agora. */
export interface AgoraAccess {
  baseUrl: string;
  key: string;
}

/** The code of a refusal without an answer of Agora that can be read. */
export const AGORA_SILENT = "AGORA_SILENT";

/** Whether Agora failed or didn't answer, so that the outcome is unknown. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof Refusal && error.code === AGORA_SILENT;

/** Agora, the learning and reseller system that approved people are synced to. */
export interface Agora {
  /**
   * Creates or updates a person.
   * @param idempotencyKey the same key has no second effect
   * @param beforeSending runs right before each request and each retry. When it throws, nothing is sent
   * @returns Agora's id of the person
   * @throws a 502 refusal: with the code `AGORA_REFUSED` when Agora refused, with `AGORA_SILENT` when the outcome is unknown. A
   * retry is then safe. `DatabaseUnavailable` when `beforeSending` lost the database
   */
  push(
    user: AgoraUser,
    options: { idempotencyKey: string; signal?: AbortSignal; beforeSending?: () => Promise<void> },
  ): Promise<{ id: string }>;

  /** Returns if Agora accepts the key, without an effect there. @throws a 502 refusal otherwise */
  testKey(): Promise<void>;
}
