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

/** One bar of a chart. */
export interface Bar {
  name: string;
  count: number;
}

/** The number of reasons that fit into the chart. The table has all of them. */
const MAX_BARS = 10;

/** In pixels. A single bar would fill the whole chart. */
const MAX_BAR_SIZE = 48;

/** Submissions as bars, upright or horizontal. Load it with `lazyPart`. */
export default function SubmissionsChart({
  bars,
  isHorizontal,
}: {
  bars: readonly Bar[];
  isHorizontal: boolean;
}) {
  const data = bars.slice(0, MAX_BARS);
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
            <XAxis type="number" allowDecimals={false} tickLine={false} fontSize={12} />
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
              interval={0}
              angle={-35}
              textAnchor="end"
              height={64}
            />
            <YAxis allowDecimals={false} tickLine={false} axisLine={false} width={44} fontSize={12} />
          </>
        )}
        <Tooltip
          separator=": "
          cursor={{ fill: "var(--p-color-bg-surface-hover)" }}
          formatter={(count) => [count, "Submissions"]}
        />
        <ChartBar
          dataKey="count"
          isAnimationActive={false}
          maxBarSize={MAX_BAR_SIZE}
          fill="var(--p-color-bg-fill-emphasis)"
          radius={isHorizontal ? [0, 4, 4, 0] : [4, 4, 0, 0]}
        >
          <LabelList dataKey="count" position={isHorizontal ? "right" : "top"} fontSize={12} />
        </ChartBar>
      </BarChart>
    </ResponsiveContainer>
  );
}
