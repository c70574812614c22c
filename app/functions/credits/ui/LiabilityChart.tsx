import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { formatMonth } from "~/platform/dates/date-text";
import { cents } from "~/platform/money/cents";
import { decimalsOf } from "~/platform/money/decimal";
import { formatMoney } from "~/platform/money/format-money";
import type { LiabilityMonth } from "../schemas";

/** What is owed at the end of each month. The table has the same data for screen readers. */
export default function LiabilityChart({
  months,
  currency,
}: {
  months: readonly LiabilityMonth[];
  currency: string;
}) {
  // With one decimal: without it, the line at 22,500 would be called $23K.
  const short = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    notation: "compact",
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  });
  return (
    <ResponsiveContainer>
      <BarChart data={[...months]} margin={{ left: 0, right: 0, top: 8 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--p-color-border-secondary)" />
        <XAxis dataKey="month" tickFormatter={formatMonth} tickLine={false} fontSize={12} />
        <YAxis
          tickFormatter={(tick: number) => short.format(tick / 10 ** decimalsOf(currency))}
          tickLine={false}
          axisLine={false}
          width={52}
          fontSize={12}
        />
        <Tooltip
          separator=": "
          cursor={{ fill: "var(--p-color-bg-surface-hover)" }}
          labelFormatter={(month) => formatMonth(String(month))}
          formatter={(owed) => [formatMoney(cents(Number(owed)), currency), "Owed at month end"]}
        />
        <Bar
          dataKey="owedCents"
          isAnimationActive={false}
          fill="var(--p-color-bg-fill-emphasis)"
          radius={[4, 4, 0, 0]}
        />
      </BarChart>
    </ResponsiveContainer>
  );
}
