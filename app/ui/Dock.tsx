import type { KeyboardEvent, ReactNode } from "react";
import styles from "./Dock.module.css";
import { useReturnFocus } from "./focus";

interface DockProps {
  /** Escape closes it. */
  onClose(): void;
  children: ReactNode;
}

/**
 * A place at the bottom of the window for what is used together with the rows of the page, such as a filter panel or a form for the
 * selected rows. The rows don't move, and remain usable. Render it while it is open, after the list.
 */
export function Dock({ onClose, children }: DockProps) {
  useReturnFocus();
  const closeOnEscape = (event: KeyboardEvent<HTMLElement>) => {
    // React also reports the keys of a calendar that was opened from within. They belong to it.
    const isInside = event.currentTarget.contains(event.target as Node);
    if (event.key === "Escape" && isInside && !event.defaultPrevented) onClose();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the controls within have the focus
    <div className={styles.dock} data-dock="" onKeyDown={closeOnEscape}>
      {children}
    </div>
  );
}
