import type { Registration, RegistrationTab } from "./status";

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
}

export interface CardDecisions {
  registrations: CardRegistration[];
  /** Null when the mirror doesn't know the customer yet, or the address isn't one of the list's. */
  place: CardPlace | null;
}
