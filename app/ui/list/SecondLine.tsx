import type { ReactNode } from "react";
import styles from "./SecondLine.module.css";

/** A line below a cell's text, also in a compact list. One that is cut is shown whole on hover and focus. */
export const SecondLine = ({ children }: { children: ReactNode }) => (
  <span className={styles.line} data-whole>
    {children}
  </span>
);
