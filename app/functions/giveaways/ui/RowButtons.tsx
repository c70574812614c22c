import type { ReactNode } from "react";
import styles from "./rows.module.css";

/** The buttons of a row. */
export const RowButtons = ({ children }: { children: ReactNode }) => (
  <div className={styles.buttons}>{children}</div>
);
