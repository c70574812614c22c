import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { formatMoney } from "~/platform/money";
import type { LiabilityMonth } from "../read-contract";
import { monthName } from "./month-name";

/** What is owed at the end of each month; the table beside it says the same for who does not see it. */
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
        <XAxis dataKey="month" tickFormatter={monthName} tickLine={false} fontSize={12} />
        <YAxis
          tickFormatter={(cents: number) => short.format(cents / 100)}
          tickLine={false}
          axisLine={false}
          width={52}
          fontSize={12}
        />
        <Tooltip
          cursor={{ fill: "var(--p-color-bg-surface-hover)" }}
          labelFormatter={(month) => monthName(String(month))}
          formatter={(cents) => [formatMoney(Number(cents), currency), "Owed at its end"]}
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
