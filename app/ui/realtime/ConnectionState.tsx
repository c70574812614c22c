import type { ReactNode } from "react";
import styles from "./ConnectionState.module.css";
import { useConnectionStatus } from "./useRealtime";

interface ConnectionStateProps {
  /** How current the data is, for pages that show copies of another system's data. Shown instead of "Live". */
  asOf?: ReactNode;
}

/** Whether the page keeps itself up to date. Without a connection, an empty place of the same width, so that nothing moves. */
export function ConnectionState({ asOf }: ConnectionStateProps) {
  const status = useConnectionStatus();
  if (status === "off") return <span className={styles.off}>{asOf}</span>;
  return (
    <span className={styles[status]} title={EXPLANATIONS[status]}>
      {status === "live" ? (asOf ?? "Live") : "Connecting"}
    </span>
  );
}

const EXPLANATIONS = {
  live: "Changes appear by themselves.",
  connecting: "Changes don't appear by themselves at the moment. Use Refresh.",
};
