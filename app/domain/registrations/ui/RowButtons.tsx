import type { ReactNode } from "react";
import { RowActions } from "~/ui/list/RowActions";
import { RowButton } from "~/ui/list/RowButton";
import { DECISIONS, type DecisionButton } from "../decision";
import type { RegistrationRow } from "../registration-row.server";
import { type RegistrationTab, statusOfTab } from "../status";

interface RowButtonsProps {
  row: RegistrationRow;
  /** The record is being fetched for the edit dialog. */
  isOpening: boolean;
  onEdit(): void;
  actions: readonly RowAction[];
  /** A further button, of another domain. */
  more?: ReactNode;
  /** One line below the buttons, as a hint. */
  note?: ReactNode;
}

/** The actions of a registration's row: decisions as buttons, the rest in a menu. */
export function RowButtons({ row, isOpening, onEdit, actions, more, note }: RowButtonsProps) {
  const available = actions.filter(({ isFor }) => isFor?.(row) ?? true);
  const others = available.filter((action) => action.isMinor);
  const edit = { label: "Edit", nameFor: (name: string) => `Edit ${name}`, onPress: onEdit };
  return (
    <RowActions
      rowName={row.displayName}
      note={note}
      isLoading={isOpening}
      menu={[edit, ...others].map(({ label, nameFor, onPress }) => ({
        label,
        accessibilityLabel: nameFor(row.displayName),
        disabled: isOpening && label === edit.label,
        onAction: () => onPress(row),
      }))}
    >
      {available
        .filter((action) => !action.isMinor)
        .map(({ label, nameFor, destructive, onPress }) => (
          <RowButton
            key={label}
            tone={destructive ? "critical" : undefined}
            accessibilityLabel={nameFor(row.displayName)}
            onClick={() => onPress(row)}
          >
            {label}
          </RowButton>
        ))}
      {more}
    </RowActions>
  );
}

/** An action of a tab's rows: a button and a key. */
interface RowAction {
  label: string;
  /** Its accessible name, with the customer's name. */
  nameFor(name: string): string;
  key: string;
  /** The text of the shortcut help, before "the focused row". */
  keyLabel: string;
  destructive?: boolean;
  /** Not one of the decisions. */
  isMinor?: boolean;
  /** Limits the button and the key to some rows. */
  isFor?(row: RegistrationRow): boolean;
  onPress(row: RegistrationRow): void;
}

interface Handlers {
  onDecide(row: RegistrationRow, button: DecisionButton): void;
  onAsk(row: RegistrationRow): void;
  onBackToPending(row: RegistrationRow, questionId: string): void;
  /** The registration has ended or ends soon. */
  isEnding(row: RegistrationRow): boolean;
  onRenew(row: RegistrationRow): void;
}

/**
 * The actions of a tab: its decisions, a question on Pending, a way back to Pending on Needs information, a new end date on
 * Approved.
 */
export function rowActions(tab: RegistrationTab, handlers: Handlers): RowAction[] {
  const decisions = DECISIONS[statusOfTab(tab)].map((button) => ({
    label: button.label,
    keyLabel: button.label,
    nameFor: (name: string) => `${button.label} ${name}`,
    key: button.key,
    destructive: button.to === "disabled",
    onPress: (row: RegistrationRow) => handlers.onDecide(row, button),
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
        onPress: handlers.onRenew,
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
      isFor: (row) => questionOf(row) !== undefined,
      onPress: (row) => {
        const question = questionOf(row);
        if (question) handlers.onBackToPending(row, question.id);
      },
    },
  ];
}

/** The open question that keeps a customer from Pending. Undefined where the tag was added outside Backroom. */
const questionOf = ({ remark }: RegistrationRow) => (remark?.kind === "question" ? remark : undefined);
