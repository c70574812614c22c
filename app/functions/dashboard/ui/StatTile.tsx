import { Card, Text } from "@shopify/polaris";
import { formatCount } from "~/ui/numbers";
import type { Point } from "../contract";
import { formatValue } from "./format-value";
import styles from "./StatTile.module.css";

/** A metric's last value, and in parentheses how much it differs from the first one. */
export function StatTile({ title, points }: { title: string; points: readonly Point[] }) {
  const [first, last] = [points[0], points.at(-1)];
  const change = first?.isExact && last?.isExact ? last.value - first.value : 0;
  return (
    <Card>
      <dl className={styles.tile}>
        <Text as="dt" tone="subdued">
          {title}
        </Text>
        <Text as="dd" variant="headingLg">
          {last ? formatValue(last) : "No reading"}
          {change !== 0 && (
            <Text as="span" tone="subdued" fontWeight="regular">
              {` (${change > 0 ? "+" : ""}${formatCount(change)})`}
            </Text>
          )}
        </Text>
      </dl>
    </Card>
  );
}
