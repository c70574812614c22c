import { Banner, BlockStack, Box, Card, InlineGrid, InlineStack, Page, Text } from "@shopify/polaris";
import { Suspense, useId, useState } from "react";
import { SharedFile } from "~/core/exports/ui/SharedFile";
import { formatUsDate } from "~/platform/dates/date-text";
import { useFrame } from "~/ui/frame";
import { lazyPart } from "~/ui/lazy-part";
import { firstPage } from "~/ui/list/address";
import { ListTabs } from "~/ui/list/ListTabs";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { Moment } from "~/ui/Moment";
import { formatCount } from "~/ui/numbers";
import { ConnectionState } from "~/ui/realtime/ConnectionState";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { SkeletonLines } from "~/ui/Skeletons";
import { useHydrated } from "~/ui/useHydrated";
import { dashboardFunction } from "../function";
import { METRIC_NAMES, metricTitles } from "../metrics";
import type { DashboardPageData } from "../page.server";
import { CUSTOMERS_TAB, type DateRange, SNAPSHOTS } from "../range";
import type { Point } from "../schemas";
import { formatValue } from "./format-value";
import { Questions } from "./Questions";
import { RangeBar } from "./RangeBar";
import styles from "./StatTile.module.css";

const NoteDialog = lazyPart(() => import("./NoteDialog"));

const SegmentsDialog = lazyPart(() => import("./SegmentsDialog"));

const TABS = [{ id: CUSTOMERS_TAB, label: "Customers" }];

/** The customer dashboard: a chart for each question, and below a tile and a chart for each metric. */
export function DashboardPage(page: DashboardPageData) {
  const { today, range, problem, since, readAt, questions, series } = page;
  const titles = metricTitles(questions.declared.tag);
  const { isOwner } = useFrame().administrator;
  const [dialog, setDialog] = useState<"segments" | { noteOn: string } | null>(null);
  const close = () => setDialog(null);
  const search = usePendingSearch();
  const panelId = useId();
  useListRefresh(SNAPSHOTS);
  return (
    <Page
      fullWidth
      title={dashboardFunction.menuName}
      secondaryActions={[
        { content: "Add note", onAction: () => setDialog({ noteOn: range.dateTo }) },
        ...(isOwner ? [{ content: "Segments", onAction: () => setDialog("segments") }] : []),
      ]}
    >
      <BlockStack gap="400">
        {problem && <Banner tone="warning">{problem}</Banner>}
        <SharedFile />
        <Card padding="0">
          <Box paddingBlockStart="200" paddingInline="300">
            <InlineStack align="space-between" blockAlign="center" wrap={false}>
              <ListTabs
                tabs={TABS}
                selected={CUSTOMERS_TAB}
                panelId={panelId}
                hrefOf={(tab) => firstPage(search, { tab: tab.id })}
              />
              <ConnectionState />
            </InlineStack>
          </Box>
          <Box padding="400">
            <BlockStack gap="300">
              <RangeBar range={range} today={today} />
              <ReadingStatus since={since} readAt={readAt} points={series.total} />
            </BlockStack>
          </Box>
        </Card>
        <section id={panelId} role="tabpanel" aria-label="Customers">
          <BlockStack gap="400">
            <Questions questions={questions} range={range} onNote={(day) => setDialog({ noteOn: day })} />
            <Text as="h2" variant="headingLg">
              All metrics
            </Text>
            <InlineGrid gap="400" columns={{ xs: 2, md: 3 }}>
              {METRIC_NAMES.map((name) => (
                <StatTile key={name} title={titles[name]} points={series[name]} />
              ))}
            </InlineGrid>
            <InlineGrid gap="400" columns={{ xs: 1, md: 2, lg: 3 }}>
              {METRIC_NAMES.map((name) => (
                <ChartCard key={name} title={titles[name]} points={series[name]} range={range} />
              ))}
            </InlineGrid>
          </BlockStack>
        </section>
      </BlockStack>
      {dialog && (
        <Suspense>
          {dialog === "segments" ? (
            <SegmentsDialog declared={questions.declared} onClose={close} />
          ) : (
            <NoteDialog day={dialog.noteOn} today={today} notes={questions.notes} onClose={close} />
          )}
        </Suspense>
      )}
    </Page>
  );
}

interface ReadingStatusProps {
  /** The first day with a reading, YYYY-MM-DD. Null before the first one. */
  since: string | null;
  /** When the figures were read last, ISO 8601. */
  readAt: string | null;
  /** The readings in the days that the page shows. */
  points: readonly Point[];
}

/** Since when there are figures, when they were read, and which of them the tiles show. */
function ReadingStatus({ since, readAt, points }: ReadingStatusProps) {
  const [first, last] = [points[0], points.at(-1)];
  return (
    <Text as="p" tone="subdued">
      {since === null ? (
        "No figures have been read yet. They are read every 3 hours, and when you select Refresh."
      ) : (
        <>
          There are figures from {formatUsDate(since)} on. They were last read on <Moment at={readAt} time />.
          {last && ` The tiles show ${formatUsDate(last.date)}`}
          {first &&
            last &&
            first !== last &&
            `, and in parentheses the change since ${formatUsDate(first.date)}`}
          {last && "."}
        </>
      )}
    </Text>
  );
}

const MetricChart = lazyPart(() => import("./MetricChart"));

/** In pixels, the same while the chart loads and without one. */
const HEIGHT = 200;

interface ChartCardProps {
  title: string;
  points: readonly Point[];
  range: DateRange;
}

/** The chart of a metric, with a description for everyone who can't see it. */
function ChartCard({ title, points, range }: ChartCardProps) {
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
function StatTile({ title, points }: { title: string; points: readonly Point[] }) {
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
