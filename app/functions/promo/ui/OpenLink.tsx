import { Link } from "@shopify/polaris";
import styles from "./OpenLink.module.css";

interface OpenLinkProps {
  label: string;
  accessibilityLabel?: string;
  onOpen(): void;
}

/** The first cell of a row, which opens it. A long text wraps, an email address after its @. */
export function OpenLink({ label, accessibilityLabel = label, onOpen }: OpenLinkProps) {
  const domain = label.indexOf("@") + 1;
  return (
    <div className={styles.link}>
      <Link removeUnderline accessibilityLabel={accessibilityLabel} onClick={onOpen}>
        {label.slice(0, domain)}
        <wbr />
        {label.slice(domain)}
      </Link>
    </div>
  );
}
