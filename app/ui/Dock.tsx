import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { DiscardQuestion } from "./Dialog";
import styles from "./Dock.module.css";
import { useReturnFocus } from "./focus";
import { useTypedText } from "./form/useTypedText";

interface DockProps {
  /** Escape closes it, and asks before with typed text in it. */
  onClose(): void;
  /** What is typed in it isn't lost, or is only a search. */
  asksNothing?: boolean;
  children: ReactNode;
}

/**
 * A place at the bottom of the window for what is used together with the rows of the page, such as a filter panel or a form for the
 * selected rows. The rows don't move, and remain usable. Render it while it is open, after the list.
 */
export function Dock({ onClose, asksNothing = false, children }: DockProps) {
  useReturnFocus();
  const dock = useRef<HTMLDivElement>(null);
  const losesText = useTypedText(dock);
  const [isAsking, setAsking] = useState(false);
  const closeOnEscape = (event: KeyboardEvent<HTMLElement>) => {
    // React also reports the keys of a calendar that was opened from within. They belong to it.
    const isInside = event.currentTarget.contains(event.target as Node);
    if (event.key !== "Escape" || !isInside || event.defaultPrevented) return;
    if (!asksNothing && losesText()) setAsking(true);
    else onClose();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the controls within have the focus
    <div ref={dock} className={styles.dock} data-dock="" onKeyDown={closeOnEscape}>
      {children}
      {isAsking && <DiscardQuestion onDiscard={onClose} onKeep={() => setAsking(false)} />}
    </div>
  );
}
