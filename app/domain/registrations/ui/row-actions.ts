import type { CustomerListRow } from "~/domain/customers/row";
import { DECISIONS, type DecisionButton } from "../decisions";
import { type RegistrationTab, statusOfTab } from "../status";

/** Something that a tab offers to do with a row: a button, and a key. */
export interface RowAction {
  label: string;
  /** What it does, with the person in it. */
  nameFor(name: string): string;
  key: string;
  /** What the help says of the key, before "the focused row". */
  keyLabel: string;
  destructive?: boolean;
  /** Not one of the decisions. */
  isMinor?: boolean;
  /** Only the rows that it is for have its button; without it, all. */
  isFor?(row: CustomerListRow): boolean;
  onPress(row: CustomerListRow): void;
}

interface Handlers {
  onDecide(row: CustomerListRow, button: DecisionButton): void;
  onAsk(row: CustomerListRow): void;
  onBackToPending(row: CustomerListRow, questionId: string): void;
  /** The registration has ended, or is about to. */
  isEnding(row: CustomerListRow): boolean;
  onRenew(row: CustomerListRow): void;
}

/**
 * What a tab offers to do with a row: its decisions; on Pending also a question, from the wait for an answer the way back, on
 * Approved a new end date.
 */
export function rowActions(tab: RegistrationTab, handlers: Handlers): RowAction[] {
  const decisions = DECISIONS[statusOfTab(tab)].map((button) => ({
    label: button.label,
    keyLabel: button.label,
    nameFor: (name: string) => `${button.label} ${name}`,
    key: button.key,
    destructive: button.to === "disabled",
    onPress: (row: CustomerListRow) => handlers.onDecide(row, button),
  }));
  if (tab === "pending") {
    return [
      ...decisions,
      {
        label: "Ask",
        keyLabel: "Ask for information:",
        nameFor: (name) => `Ask ${name} for information`,
        key: "i",
        isMinor: true,
        onPress: handlers.onAsk,
      },
    ];
  }
  if (tab === "approved") {
    return [
      ...decisions,
      {
        label: "Renew",
        keyLabel: "Renew",
        nameFor: (name) => `Renew ${name}`,
        key: "n",
        isMinor: true,
        isFor: handlers.isEnding,
        onPress: (row) => {
          if (handlers.isEnding(row)) handlers.onRenew(row);
        },
      },
    ];
  }
  if (tab !== "waiting") return decisions;
  return [
    ...decisions,
    {
      label: "Back to pending",
      keyLabel: "Back to pending:",
      nameFor: (name) => `Put ${name} back to pending`,
      key: "b",
      isMinor: true,
      onPress: (row) => {
        if (row.remark?.kind === "question") handlers.onBackToPending(row, row.remark.id);
      },
    },
  ];
}
