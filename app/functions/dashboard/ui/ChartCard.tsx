import { BlockStack, Card, Text } from "@shopify/polaris";
import { Suspense, useId } from "react";
import { formatUsDate } from "~/platform/dates/date-text";
import { lazyPart } from "~/ui/lazy-part";
import { formatCount } from "~/ui/numbers";
import { SkeletonLines } from "~/ui/Skeletons";
import { useHydrated } from "~/ui/useHydrated";
import type { DateRange } from "../range";
import type { Point } from "../schemas";
import { formatValue } from "./format-value";
import styles from "./StatTile.module.css";

const MetricChart = lazyPart(() => import("./MetricChart"));

/** In pixels, the same while the chart loads and without one. */
const HEIGHT = 200;

interface ChartCardProps {
  title: string;
  points: readonly Point[];
  range: DateRange;
}

/** The chart of a metric, with a description for everyone who can't see it. */
export function ChartCard({ title, points, range }: ChartCardProps) {
  const isHydrated = useHydrated();
  const descriptionId = useId();
  const placeholder = <SkeletonLines lines={6} />;
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {title}
        </Text>
        {points.length === 0 ? (
          <div style={{ height: HEIGHT }}>
            <Text as="p" tone="subdued">
              There are no readings in these days.
            </Text>
          </div>
        ) : (
          <>
            <div role="img" aria-label={title} aria-describedby={descriptionId} style={{ height: HEIGHT }}>
              {isHydrated ? (
                <Suspense fallback={placeholder}>
                  <MetricChart title={title} points={points} range={range} />
                </Suspense>
              ) : (
                placeholder
              )}
            </div>
            <Text as="p" visuallyHidden id={descriptionId}>
              {descriptionOf(points)}
            </Text>
          </>
        )}
      </BlockStack>
    </Card>
  );
}

/** What the line shows, in sentences. */
function descriptionOf(points: readonly Point[]): string {
  const byValue = points.toSorted((a, b) => a.value - b.value);
  const [first, last, lowest, highest] = [points[0], points.at(-1), byValue[0], byValue.at(-1)];
  if (!first || !last || !lowest || !highest) return "";
  const on = (point: Point) => `${formatValue(point)} on ${formatUsDate(point.date)}`;
  if (points.length === 1) return `${on(first)}.`;
  return `${points.length} days with a reading: ${on(first)}, ${on(last)}. Lowest: ${on(lowest)}. Highest: ${on(highest)}.`;
}

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
