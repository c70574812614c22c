import type { ReactNode } from "react";
import styles from "./ConnectionState.module.css";
import { useConnectionStatus } from "./useRealtime";

interface ConnectionStateProps {
  /** How current the data is, for pages that show copies of another system's data. Shown beside the dot. */
  asOf?: ReactNode;
}

/**
 * Whether the page keeps itself up to date: a dot, whose text is shown on hover, focus and tap. It always has its place, so that its
 * coming moves nothing.
 */
export function ConnectionState({ asOf }: ConnectionStateProps) {
  const status = useConnectionStatus();
  return (
    <span className={styles.state}>
      {asOf}
      {status === "off" ? (
        <span className={styles.dot} />
      ) : (
        <button type="button" className={styles.dot} data-status={status}>
          <span className={styles.text}>
            <span>{status === "live" ? "Live" : "Connecting"}</span>. {EXPLANATIONS[status]}
          </span>
        </button>
      )}
    </span>
  );
}

const EXPLANATIONS = {
  live: "Changes appear by themselves.",
  connecting: "Changes don't appear by themselves at the moment. Use Refresh.",
};
