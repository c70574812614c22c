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

const dayOf = (at: number) => formatInstant(new Date(at), "UTC").date;

/** A price over time, in steps. The table has the same data for screen readers. */
export default function PriceChart({
  points,
  currency,
}: {
  points: readonly PricePoint[];
  currency: string;
}) {
  const money = (amount: number) => formatMoney(cents(Math.round(amount)), currency);
  return (
    <ResponsiveContainer>
      <LineChart data={[...points]} margin={{ left: 0, right: 16, top: 8 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--p-color-border-secondary)" />
        <XAxis
          dataKey="at"
          type="number"
          domain={["dataMin", "dataMax"]}
          tickFormatter={dayOf}
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
          labelFormatter={(at) => dayOf(Number(at))}
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
