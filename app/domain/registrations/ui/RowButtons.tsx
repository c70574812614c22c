import type { ReactNode } from "react";
import { RowActions } from "~/ui/list/RowActions";
import { RowButton } from "~/ui/list/RowButton";
import type { RegistrationRow } from "../registration-row";
import type { RowAction } from "./row-actions";

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
