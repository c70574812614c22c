import {
  BarChart,
  CartesianGrid,
  Bar as ChartBar,
  LabelList,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { formatCount } from "./numbers";

/** One bar of a chart. */
export interface Bar {
  name: string;
  count: number;
}

/** How many names fit beside horizontal bars. The table has all of them. */
const MAX_NAMES = 10;

/** From more upright bars on, some names are left out, and the values are only in the tooltip. */
const MAX_LABELS = 15;

/** In pixels. A single bar would fill the whole chart. */
const MAX_BAR_SIZE = 48;

interface BarsChartProps {
  bars: readonly Bar[];
  /** Upright for few names or days, horizontal for long names. */
  isHorizontal: boolean;
  /** What the bars count: "Submissions". */
  counted: string;
  format?: (count: number) => string;
}

/** Counts or sums as bars. Load it with `lazyPart`, and show a table with the same numbers. */
export default function BarsChart({ bars, isHorizontal, counted, format = formatCount }: BarsChartProps) {
  const data = isHorizontal ? bars.slice(0, MAX_NAMES) : [...bars];
  const hasLabels = data.length <= MAX_LABELS;
  return (
    <ResponsiveContainer>
      <BarChart
        data={data}
        layout={isHorizontal ? "vertical" : "horizontal"}
        margin={{ left: 0, right: 40, top: 20, bottom: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid
          horizontal={!isHorizontal}
          vertical={isHorizontal}
          stroke="var(--p-color-border-secondary)"
        />
        {isHorizontal ? (
          <>
            <XAxis
              type="number"
              allowDecimals={false}
              tickLine={false}
              fontSize={12}
              tickFormatter={format}
            />
            <YAxis
              type="category"
              dataKey="name"
              width={150}
              tickLine={false}
              axisLine={false}
              fontSize={12}
            />
          </>
        ) : (
          <>
            <XAxis
              dataKey="name"
              tickLine={false}
              fontSize={11}
              interval={hasLabels ? 0 : "preserveStartEnd"}
              angle={-35}
              textAnchor="end"
              height={64}
            />
            <YAxis
              allowDecimals={false}
              tickLine={false}
              axisLine={false}
              width={80}
              fontSize={12}
              tickFormatter={format}
            />
          </>
        )}
        <Tooltip
          separator=": "
          cursor={{ fill: "var(--p-color-bg-surface-hover)" }}
          formatter={(count) => [format(Number(count)), counted]}
        />
        <ChartBar
          dataKey="count"
          isAnimationActive={false}
          maxBarSize={MAX_BAR_SIZE}
          fill="var(--p-color-bg-fill-emphasis)"
          radius={isHorizontal ? [0, 4, 4, 0] : [4, 4, 0, 0]}
        >
          {hasLabels && (
            <LabelList
              dataKey="count"
              position={isHorizontal ? "right" : "top"}
              fontSize={12}
              formatter={(count) => format(Number(count))}
            />
          )}
        </ChartBar>
      </BarChart>
    </ResponsiveContainer>
  );
}
