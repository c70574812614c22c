import styles from "./ConnectionState.module.css";
import { useConnectionStatus } from "./useRealtime";

/** A quiet word on whether the page keeps itself up to date; an empty place of the same width while there is no connection. */
export function ConnectionState() {
  const status = useConnectionStatus();
  if (status === "off") return <span className={styles.off} />;
  return (
    <span className={styles[status]} title={EXPLANATIONS[status]}>
      {status === "live" ? "Live" : "Connecting"}
    </span>
  );
}

const EXPLANATIONS = {
  live: "Changes appear by themselves.",
  connecting: "Changes do not appear by themselves at the moment. Use Refresh.",
};
