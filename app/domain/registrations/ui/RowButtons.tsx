import { Button, ButtonGroup } from "@shopify/polaris";
import type { ReactNode } from "react";
import type { CustomerListRow } from "~/domain/customers/row";
import styles from "./RowButtons.module.css";
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
  const decisions = offered.filter((action) => !action.isMinor);
  const others = offered.filter((action) => action.isMinor);
  const edit = (
    <Button
      size="slim"
      variant="tertiary"
      accessibilityLabel={`Edit ${row.displayName}`}
      loading={isOpening}
      onClick={onEdit}
    >
      Edit
    </Button>
  );
  const isOneLine = others.length === 0 && !more;
  return (
    <>
      <div className={styles.buttons}>
        <ButtonGroup gap="tight" noWrap>
          {isOneLine && edit}
          {decisions.map((action) => buttonOf(action, row))}
          {more}
        </ButtonGroup>
        {!isOneLine && (
          <ButtonGroup gap="tight" noWrap>
            {edit}
            {others.map((action) => buttonOf(action, row))}
          </ButtonGroup>
        )}
      </div>
      {below}
    </>
  );
}

const buttonOf = ({ label, nameFor, destructive, isMinor, onPress }: RowAction, row: CustomerListRow) => (
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
);
