import { Link } from "@shopify/polaris";
import styles from "./OpenLink.module.css";

/** The first cell of a submission's row, which opens it. Long email addresses wrap. */
export const OpenLink = ({ label, onOpen }: { label: string; onOpen(): void }) => (
  <div className={styles.link}>
    <Link removeUnderline onClick={onOpen}>
      {label}
    </Link>
  </div>
);
