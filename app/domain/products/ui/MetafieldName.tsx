import { Badge } from "@shopify/polaris";
import { adminAddress } from "~/platform/admin-address";
import styles from "./MetafieldName.module.css";

/** The button of a list of metafields without one: their definitions are added in Shopify. */
export const addDefinitions = (shop: string) => ({
  content: "Open Shopify settings",
  url: adminAddress(shop, "/settings/custom_data/product/metafields"),
  target: "_top" as const,
});

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
