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
import { utcIsoDate } from "~/platform/dates/iso-date";
import { formatUsDate } from "~/platform/dates/us-date";
import { formatCount } from "~/ui/numbers";
import type { Point } from "../contract";
import type { DateRange } from "../range";
import { type ChartPoint, chartPointsOf, dayTicks, tickLabel } from "./chart-points";
import { formatValue } from "./format-value";

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
