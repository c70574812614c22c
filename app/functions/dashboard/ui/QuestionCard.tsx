import { BlockStack, Box, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { type ReactNode, Suspense, useId, useState } from "react";
import { formatUsDate } from "~/platform/dates/date-text";
import { addIsoDays, daysBetween } from "~/platform/dates/iso-date";
import { useFrame } from "~/ui/frame";
import { lazyPart } from "~/ui/lazy-part";
import { SkeletonLines } from "~/ui/Skeletons";
import { useHydrated } from "~/ui/useHydrated";
import type { DateRange } from "../range";
import type { DayNote, Trend } from "../schemas";
import { customersUrl } from "../segments";
import { formatDifference, usualText } from "./format-value";
import type { ChartDay } from "./QuestionChart";
import styles from "./Questions.module.css";

const DaysTable = lazyPart(() => import("./DaysTable"));

const QuestionChart = lazyPart(() => import("./QuestionChart"));

type TrendDay = Trend["days"][number];

export interface QuestionCardProps {
  title: string;
  facts: ReactNode;
  lines: readonly { title: string; trend: Trend; valueOn(day: TrendDay): number | null }[];
  format(value: number): string;
  /** The end of the axis, for shares. */
  max?: number;
  /** Changes of single days. Without it, lines of values. */
  isBars?: boolean;
  range: DateRange;
  notes: readonly DayNote[];
  /** The customers that a click on a day opens, in Shopify's segment query language. */
  queryOn(day: string): string;
}

/** One question: its figures, its chart, the unusual days, and the table behind the chart. */
export function QuestionCard(props: QuestionCardProps) {
  const { title, facts, lines, range, notes, format, queryOn } = props;
  const isHydrated = useHydrated();
  const { shop } = useFrame();
  const unusualId = useId();
  const [isTableOpen, setTableOpen] = useState(false);
  const shown = shownRange(lines, range, notes);
  const rows = rowsOf(lines, shown, notes);
  const isEmpty = lines.every(({ trend }) => trend.days.length === 0);
  const openDay = (day: string) => window.open(customersUrl(shop.domain, queryOn(day)), "_blank", "noopener");
  const placeholder = <SkeletonLines lines={6} />;
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {title}
        </Text>
        <InlineStack gap="600">{facts}</InlineStack>
        {isEmpty ? (
          <Text as="p" tone="subdued">
            No readings in these days yet.
          </Text>
        ) : (
          <>
            <div role="img" aria-label={title} aria-describedby={unusualId} className={styles.chart}>
              {isHydrated ? (
                <Suspense fallback={placeholder}>
                  <QuestionChart
                    rows={rows}
                    titles={lines.map((line) => line.title)}
                    format={format}
                    max={props.max}
                    isBars={props.isBars ?? false}
                    range={shown}
                    onDay={openDay}
                  />
                </Suspense>
              ) : (
                placeholder
              )}
            </div>
            <Text as="p" variant="bodySm" tone="subdued" id={unusualId}>
              {unusualText(lines)}
            </Text>
            <Box>
              <Button
                variant="plain"
                ariaExpanded={isTableOpen}
                accessibilityLabel={`${isTableOpen ? "Hide" : "Show"} table of ${title}`}
                onClick={() => setTableOpen(!isTableOpen)}
              >
                {isTableOpen ? "Hide table" : "Show table"}
              </Button>
            </Box>
            {isTableOpen && (
              <Suspense fallback={placeholder}>
                <DaysTable title={title} lines={lines} format={format} rows={rows} />
              </Suspense>
            )}
          </>
        )}
      </BlockStack>
    </Card>
  );
}

/** The longest range that is drawn with all its days (days). */
const MAX_EMPTY_DAYS = 366;

/** A longer range begins with the first day that has something: centuries without a reading would be drawn day by day. */
function shownRange(
  lines: QuestionCardProps["lines"],
  range: DateRange,
  notes: readonly DayNote[],
): DateRange {
  if (daysBetween(range.dateFrom, range.dateTo) <= MAX_EMPTY_DAYS) return range;
  const days = [
    ...lines.flatMap(({ trend }) => trend.days.map(({ date }) => date)),
    ...notes.map(({ day }) => day),
  ];
  return { ...range, dateFrom: days.toSorted()[0] ?? range.dateFrom };
}

/** Each day of the range, also those without a reading. */
function rowsOf(
  lines: QuestionCardProps["lines"],
  { dateFrom, dateTo }: DateRange,
  notes: readonly DayNote[],
): ChartDay[] {
  const byDay = lines.map(({ trend }) => new Map(trend.days.map((day) => [day.date, day])));
  return Array.from({ length: daysBetween(dateFrom, dateTo) + 1 }, (_, offset) => {
    const date = addIsoDays(dateFrom, offset);
    const days = byDay.map((line) => line.get(date));
    return {
      date,
      values: lines.map(({ valueOn }, index) => {
        const day = days[index];
        return day ? valueOn(day) : null;
      }),
      isUnusual: days.map((day) => Boolean(day?.usual)),
      note: notes.find(({ day }) => day === date)?.text ?? null,
    };
  });
}

/** How many unusual days are named. The table has all of them. */
const MAX_NAMED = 3;

function unusualText(lines: QuestionCardProps["lines"]): string {
  const found = lines
    .flatMap(({ title, trend }) =>
      trend.days.flatMap(({ date, gained, usual }) => (usual ? [{ title, date, gained, usual }] : [])),
    )
    .toSorted((a, b) => b.date.localeCompare(a.date));
  if (found.length === 0) return "No unusual days.";
  const named = found
    .slice(0, MAX_NAMED)
    .map(
      ({ title, date, gained, usual }) =>
        `${formatUsDate(date)} ${lines.length > 1 ? `${title} ` : ""}${formatDifference(gained ?? 0)}, usually ${usualText(usual)}`,
    );
  const more = found.length - named.length;
  return `Unusual: ${named.join(". ")}.${more > 0 ? ` ${more} more in the table.` : ""}`;
}
