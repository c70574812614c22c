/** A person as Agora keeps them. Texts are empty where the store knows nothing; dates are YYYY-MM-DD. */
export interface AgoraUser {
  /** The number at the end of the customer's id in the store. */
  external_id: string;
  /** Counts the states that were sent: Agora leaves an older one alone. */
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

/** Where a shop's Agora answers, and the key that opens it. */
export interface AgoraAccess {
  baseUrl: string;
  key: string;
}

/** Agora, the learning and reseller system that approved people are synced to. */
export interface Agora {
  /**
   * Creates a person there, or brings them up to date.
   * @param idempotencyKey the same key again has no second effect
   * @returns Agora's own id of the person
   * @throws a 502 refusal: with the code `AGORA_REFUSED` when Agora said no, with another one when it is not known whether
   * Agora took the person over; repeating it is then safe
   */
  push(user: AgoraUser, options: { idempotencyKey: string; signal?: AbortSignal }): Promise<{ id: string }>;
}
