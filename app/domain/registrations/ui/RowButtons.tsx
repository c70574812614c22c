import { Button, ButtonGroup } from "@shopify/polaris";
import type { ReactNode } from "react";
import type { CustomerListRow } from "~/domain/customers/row";
import type { RowAction } from "./row-actions";

interface RowButtonsProps {
  row: CustomerListRow;
  /** The record is being fetched for the edit dialog. */
  isOpening: boolean;
  onEdit(): void;
  actions: readonly RowAction[];
  /** A further button, of another domain. */
  more?: ReactNode;
  /** Under the buttons: what there is to know before one presses them. */
  below?: ReactNode;
}

/** The buttons of a row; each has the person in its name for those who do not see the row. */
export function RowButtons({ row, isOpening, onEdit, actions, more, below }: RowButtonsProps) {
  const offered = actions.filter(({ isFor }) => isFor?.(row) ?? true);
  return (
    <>
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
        {offered.map(({ label, nameFor, destructive, isMinor, onPress }) => (
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
        {more}
      </ButtonGroup>
      {below}
    </>
  );
}
