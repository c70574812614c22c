import { useRevalidator } from "@remix-run/react";
import { Button } from "@shopify/polaris";
import { KeyboardIcon, LayoutColumns3Icon, RefreshIcon } from "@shopify/polaris-icons";
import type { ReactNode } from "react";
import styles from "./ListPage.module.css";

interface ToolButtonsProps {
  /** Whether the list is live, where no other line says it. */
  state: ReactNode;
  /** Some columns aren't shown. */
  hasHiddenColumns: boolean;
  /** Not in a dialog, to which the keys belong. */
  onColumns?: () => void;
  onKeyboard?: () => void;
}

/** What every list can do: choose columns, show the keys, load again. */
export function ToolButtons({ state, hasHiddenColumns, onColumns, onKeyboard }: ToolButtonsProps) {
  const revalidator = useRevalidator();
  return (
    <div className={styles.tools}>
      {state}
      {onColumns && (
        <Button
          icon={LayoutColumns3Icon}
          accessibilityLabel={hasHiddenColumns ? "Columns, some are hidden" : "Columns"}
          variant="tertiary"
          pressed={hasHiddenColumns}
          onClick={onColumns}
        />
      )}
      {onKeyboard && (
        <Button
          icon={KeyboardIcon}
          accessibilityLabel="Keyboard shortcuts"
          variant="tertiary"
          onClick={onKeyboard}
        />
      )}
      <Button
        icon={RefreshIcon}
        accessibilityLabel="Refresh"
        loading={revalidator.state === "loading"}
        onClick={() => revalidator.revalidate()}
      />
    </div>
  );
}
