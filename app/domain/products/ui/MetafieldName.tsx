import { Badge } from "@shopify/polaris";
import styles from "./MetafieldName.module.css";

interface MetafieldNameProps {
  /** `namespace.key`. */
  metafield: string;
  /** The definition's name. Null for a metafield without a definition. Undefined when that isn't known. */
  name?: string | null;
}

/** A product metafield in a grid: its key, and the name of its definition. */
export function MetafieldName({ metafield, name }: MetafieldNameProps) {
  return (
    <div className={styles.both}>
      <span className={styles.key} title={metafield}>
        {metafield}
      </span>
      {name === null ? (
        <Badge tone="attention">No definition</Badge>
      ) : (
        <span className={styles.name} title={name}>
          {name}
        </span>
      )}
    </div>
  );
}
