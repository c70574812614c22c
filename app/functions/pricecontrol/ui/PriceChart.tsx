import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { formatInstant } from "~/platform/dates/instant";
import { cents } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";

/** The price from an instant on. */
export interface PricePoint {
  /** Milliseconds since 1970. */
  at: number;
  /** Null while there was none. */
  priceCents: number | null;
}

const DAY_MS = 86_400_000;
/** A price of a few seconds would have the same minute at each tick. */
const MIN_RANGE_MS = 3_600_000;

/** A price over time, in steps. The table has the same data for screen readers. */
export default function PriceChart({
  points,
  currency,
}: {
  points: readonly PricePoint[];
  currency: string;
}) {
  const [first, last] = [points[0], points.at(-1)];
  const isShort = first && last ? last.at - first.at < 2 * DAY_MS : false;
  const end = last?.at ?? 0;
  const start = Math.min(first?.at ?? 0, end - MIN_RANGE_MS);
  // Within two days, dates alone would be the same at each tick.
  const instantOf = (at: number) => formatInstant(new Date(at), "UTC")[isShort ? "dateTime" : "date"];
  const money = (amount: number) => formatMoney(cents(Math.round(amount)), currency);
  return (
    <ResponsiveContainer>
      <LineChart data={[...points]} margin={{ left: 0, right: 16, top: 8 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--p-color-border-secondary)" />
        <XAxis
          dataKey="at"
          type="number"
          domain={[start, end]}
          tickFormatter={instantOf}
          tickLine={false}
          fontSize={12}
          minTickGap={32}
        />
        <YAxis
          tickFormatter={money}
          tickLine={false}
          axisLine={false}
          width={80}
          fontSize={12}
          allowDecimals={false}
        />
        <Tooltip
          separator=": "
          labelFormatter={(at) => `${instantOf(Number(at))} (UTC)`}
          formatter={(price) => [money(Number(price)), "Price"]}
        />
        <Line
          dataKey="priceCents"
          type="stepAfter"
          isAnimationActive={false}
          dot={false}
          stroke="var(--p-color-bg-fill-emphasis)"
          strokeWidth={2}
        />
      </LineChart>
    </ResponsiveContainer>
  );
}
