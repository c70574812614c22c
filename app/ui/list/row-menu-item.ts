/** An action in the menu of a row. */
export interface RowMenuItem {
  label: string;
  /** With the row in its name, for people who don't see the row: "Edit Ann Lee". */
  accessibilityLabel: string;
  destructive?: boolean;
  disabled?: boolean;
  /** The page that it leads to, instead of an action. */
  url?: string;
  onAction?(): void;
}
