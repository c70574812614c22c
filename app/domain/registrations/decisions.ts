import type { RegistrationStatus } from "./status";

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
