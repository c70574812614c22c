import type { MouseEvent, ReactNode } from "react";
import styles from "./RowButton.module.css";

interface RowButtonProps {
  /** Its name for people who don't see the row around it. */
  accessibilityLabel: string;
  onClick(): void;
  tone?: "critical";
  /** It opens the row's menu, and shows three dots without a frame instead of a text. */
  isMenu?: boolean;
  children?: ReactNode;
}

/**
 * Polaris's slim button, written out: it is the same HTML, which a test compares. Polaris makes it of four components that look at
 * the window's size and at forty properties. With 75 of them, a page of 25 rows took a fifth of its time for that. The menu's icon is
 * drawn by CSS: as four elements in each row it took another tenth.
 */
export function RowButton({ accessibilityLabel, onClick, tone, isMenu, children }: RowButtonProps) {
  return (
    <button
      className={isMenu ? MENU_BUTTON : tone ? CRITICAL_BUTTON : BUTTON}
      aria-label={accessibilityLabel}
      type="button"
      onClick={onClick}
      onMouseUp={blur}
    >
      {!isMenu && (
        <span className="Polaris-Text--root Polaris-Text--bodySm Polaris-Text--medium">{children}</span>
      )}
    </button>
  );
}

const classNames = (variant: string, more = "") =>
  `Polaris-Button Polaris-Button--pressable Polaris-Button--variant${variant} Polaris-Button--sizeSlim Polaris-Button--textAlignCenter${more}`;

const BUTTON = classNames("Secondary");
const CRITICAL_BUTTON = classNames("Secondary", " Polaris-Button--toneCritical");
const MENU_BUTTON = classNames("Tertiary", ` Polaris-Button--iconOnly ${styles.menu}`);

/** As Polaris: a click leaves no focus ring. */
const blur = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => currentTarget.blur();

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
