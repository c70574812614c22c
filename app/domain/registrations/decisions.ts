import type { Registration, RegistrationStatus, RegistrationTab } from "./status";

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
