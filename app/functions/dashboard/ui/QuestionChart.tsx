import {
  Bar,
  CartesianGrid,
  Cell,
  ComposedChart,
  type DotItemDotProps,
  Legend,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { formatUsDate } from "~/platform/dates/date-text";
import { utcIsoDate } from "~/platform/dates/iso-date";
import type { DateRange } from "../range";
import { dayTicks, tickLabel } from "./MetricChart";

/** A day of a chart, with a value for each of its lines. */
export interface ChartDay {
  /** YYYY-MM-DD. */
  date: string;
  values: (number | null)[];
  isUnusual: boolean[];
  note: string | null;
}

interface QuestionChartProps {
  rows: readonly ChartDay[];
  /** Of the lines. */
  titles: readonly string[];
  format(value: number): string;
  max?: number;
  isBars: boolean;
  range: DateRange;
  onDay(day: string): void;
}

/** Distinguished by lightness, too. */
const COLORS = [
  "var(--p-color-bg-fill-emphasis)",
  "var(--p-color-bg-fill-success)",
  "var(--p-color-bg-fill-magic)",
  "var(--p-color-bg-fill-caution)",
  "var(--p-color-bg-fill-inverse)",
  "var(--p-color-bg-fill-info)",
  "var(--p-color-icon-secondary)",
  "var(--p-color-bg-fill-brand-disabled)",
];

const UNUSUAL = "var(--p-color-bg-fill-critical)";

/** Values by day. The axis begins at 0, so that a small change looks small. Load it with `lazyPart`. */
export default function QuestionChart(props: QuestionChartProps) {
  const { rows, titles, format, max, isBars, range, onDay } = props;
  const ticks = dayTicks(range).map((at) => utcIsoDate(new Date(at)));
  return (
    <ResponsiveContainer>
      <ComposedChart
        data={[...rows]}
        margin={{ left: 0, right: 24, top: 8 }}
        accessibilityLayer={false}
        onClick={({ activeLabel }) => {
          if (activeLabel) onDay(String(activeLabel));
        }}
      >
        <CartesianGrid vertical={false} stroke="var(--p-color-border-secondary)" />
        <XAxis
          dataKey="date"
          ticks={ticks}
          tickFormatter={(day) => tickLabel(Date.parse(day), range)}
          tickLine={false}
          fontSize={12}
          interval="preserveStartEnd"
          minTickGap={16}
        />
        <YAxis
          domain={[0, max ?? "auto"]}
          allowDecimals={max !== undefined}
          tickFormatter={format}
          tickLine={false}
          axisLine={false}
          width="auto"
          fontSize={12}
        />
        <Tooltip
          separator=": "
          labelFormatter={(day) => {
            const note = rows.find(({ date }) => date === day)?.note;
            return `${formatUsDate(String(day))}${note ? ` ${note}` : ""}`;
          }}
          formatter={(value, name) => [format(Number(value)), name]}
        />
        {titles.length > 1 && <Legend iconType="plainline" wrapperStyle={{ fontSize: 12 }} />}
        {rows.map(
          ({ date, note }) =>
            note && (
              <ReferenceLine
                key={date}
                x={date}
                stroke="var(--p-color-border-emphasis)"
                strokeDasharray="4 3"
              />
            ),
        )}
        {titles.map((title, index) => {
          const valueIn = ({ values }: ChartDay) => values[index] ?? null;
          return isBars ? (
            <Bar key={title} name={title} dataKey={valueIn} isAnimationActive={false} fill={COLORS[index]}>
              {rows.map(({ date, isUnusual }) => (
                <Cell key={date} fill={isUnusual[index] ? UNUSUAL : COLORS[index]} />
              ))}
            </Bar>
          ) : (
            <Line
              key={title}
              name={title}
              dataKey={valueIn}
              isAnimationActive={false}
              stroke={COLORS[index]}
              strokeWidth={2}
              activeDot={{ r: 4 }}
              dot={(dot) => dotOf(dot, rows, index)}
            />
          );
        })}
      </ComposedChart>
    </ResponsiveContainer>
  );
}

/** Only an unusual day, and a day between days without a reading, have a dot. */
function dotOf({ cx, cy, index: position = 0 }: DotItemDotProps, rows: readonly ChartDay[], line: number) {
  const row = rows[position];
  const valueAt = (other: number) => rows[other]?.values[line] ?? null;
  const isUnusual = row?.isUnusual[line] ?? false;
  const isAlone = valueAt(position - 1) === null && valueAt(position + 1) === null;
  if (valueAt(position) === null || (!isUnusual && !isAlone)) return <g key={position} />;
  return <circle key={position} cx={cx} cy={cy} r={4} fill={isUnusual ? UNUSUAL : COLORS[line]} />;
}
