import {
  CartesianGrid,
  type DotItemDotProps,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { formatUsDate } from "~/platform/dates/date-text";
import { addIsoDays, daysBetween, utcIsoDate } from "~/platform/dates/iso-date";
import { formatCount } from "~/ui/numbers";
import type { DateRange } from "../range";
import type { Point } from "../schemas";
import { formatValue } from "./format-value";

/** A point of a chart's line. */
export interface ChartPoint {
  /** Milliseconds since 1970, at midnight UTC of the day. */
  at: number;
  /** Null where the line is interrupted: there is no reading. */
  value: number | null;
  isExact: boolean;
  /** No line ends here, so that only a dot shows it. */
  isAlone: boolean;
}

const MAX_TICKS = 4;

/** The line of a metric, interrupted where days have no reading. */
export function chartPointsOf(points: readonly Point[]): ChartPoint[] {
  const followsDay = (index: number): boolean => {
    const [before, point] = [points[index - 1], points[index]];
    return before !== undefined && point !== undefined && daysBetween(before.date, point.date) === 1;
  };
  return points.flatMap(({ date, value, isExact }, index) => {
    const point = {
      at: Date.parse(date),
      value,
      isExact,
      isAlone: !followsDay(index) && !followsDay(index + 1),
    };
    if (index === 0 || followsDay(index)) return [point];
    const gap = { at: Date.parse(addIsoDays(date, -1)), value: null, isExact: true, isAlone: false };
    return [gap, point];
  });
}

/** Days that are spread evenly over the range, the first and the last one included, in milliseconds as the points have them. */
export function dayTicks({ dateFrom, dateTo }: DateRange): number[] {
  const days = daysBetween(dateFrom, dateTo);
  const steps = Math.min(days, MAX_TICKS - 1);
  const offsets = Array.from({ length: steps + 1 }, (_, step) =>
    steps === 0 ? 0 : Math.round((step * days) / steps),
  );
  return offsets.map((offset) => Date.parse(addIsoDays(dateFrom, offset)));
}

/** A tick's label. Within one year MM/DD, so that a narrow chart has room for all ticks. @param at milliseconds, as `dayTicks` has them */
export function tickLabel(at: number, { dateFrom, dateTo }: DateRange): string {
  const label = formatUsDate(utcIsoDate(new Date(at)));
  return dateFrom.slice(0, 4) === dateTo.slice(0, 4) ? label.slice(0, 5) : label;
}

/** Room at both ends, so that the dots of the first and the last day are whole. */
const HALF_DAY_MS = 43_200_000;

const dayOf = (at: number) => formatUsDate(utcIsoDate(new Date(at)));

/** A metric by day as a line. Load it with `lazyPart`. */
export default function MetricChart({
  title,
  points,
  range,
}: {
  title: string;
  points: readonly Point[];
  range: DateRange;
}) {
  const domain = [Date.parse(range.dateFrom) - HALF_DAY_MS, Date.parse(range.dateTo) + HALF_DAY_MS];
  return (
    <ResponsiveContainer>
      <LineChart
        data={chartPointsOf(points)}
        margin={{ left: 0, right: 24, top: 8 }}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--p-color-border-secondary)" />
        <XAxis
          dataKey="at"
          type="number"
          domain={domain}
          ticks={dayTicks(range)}
          tickFormatter={(at) => tickLabel(at, range)}
          tickLine={false}
          fontSize={12}
          interval="preserveStartEnd"
          minTickGap={16}
        />
        <YAxis
          domain={["auto", "auto"]}
          allowDecimals={false}
          tickFormatter={formatCount}
          tickLine={false}
          axisLine={false}
          width="auto"
          fontSize={12}
        />
        <Tooltip
          separator=": "
          labelFormatter={(at) => dayOf(Number(at))}
          formatter={(value, _name, { payload }) => [
            formatValue({ value: Number(value), isExact: (payload as ChartPoint).isExact }),
            title,
          ]}
        />
        <Line
          dataKey="value"
          isAnimationActive={false}
          dot={dotWhereAlone}
          stroke="var(--p-color-bg-fill-emphasis)"
          strokeWidth={2}
        />
      </LineChart>
    </ResponsiveContainer>
  );
}

/** A day between days without a reading has no line. */
const dotWhereAlone = ({ cx, cy, payload }: DotItemDotProps) =>
  (payload as ChartPoint).isAlone && <circle cx={cx} cy={cy} r={3} fill="var(--p-color-bg-fill-emphasis)" />;
