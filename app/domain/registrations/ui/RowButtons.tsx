import { Button, ButtonGroup } from "@shopify/polaris";
import type { CustomerListRow } from "~/domain/customers/row";
import type { RowAction } from "./row-actions";

interface RowButtonsProps {
  row: CustomerListRow;
  /** The record is being fetched for the edit dialog. */
  isOpening: boolean;
  onEdit(): void;
  actions: readonly RowAction[];
}

/** The buttons of a row; each has the person in its name for those who do not see the row. */
export function RowButtons({ row, isOpening, onEdit, actions }: RowButtonsProps) {
  return (
    <ButtonGroup gap="tight">
      <Button
        size="slim"
        variant="tertiary"
        accessibilityLabel={`Edit ${row.displayName}`}
        loading={isOpening}
        onClick={onEdit}
      >
        Edit
      </Button>
      {actions.map(({ label, nameFor, destructive, isMinor, onPress }) => (
        <Button
          key={label}
          size="slim"
          variant={isMinor ? "tertiary" : undefined}
          tone={destructive ? "critical" : undefined}
          accessibilityLabel={nameFor(row.displayName)}
          onClick={() => onPress(row)}
        >
          {label}
        </Button>
      ))}
    </ButtonGroup>
  );
}
