import { Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import styles from "./FactList.module.css";

/** Names with their values in two columns, for a place that is always narrow. Polaris's DescriptionList is for wide ones. */
export function FactList({ facts }: { facts: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value }) => (
        <div key={name} className={styles.fact}>
          <dt>
            <Text as="span" tone="subdued">
              {name}
            </Text>
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
