import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import type { LiabilityMonth } from "../read-contract";

/** What is owed at the end of each month; the table beside it says the same for who does not see it. */
export default function LiabilityChart({
  months,
  money,
}: {
  months: readonly LiabilityMonth[];
  money(cents: number): string;
}) {
  return (
    <ResponsiveContainer>
      <AreaChart data={[...months]} margin={{ left: 24, right: 12, top: 8 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--p-color-border-secondary)" />
        <XAxis dataKey="month" />
        <YAxis tickFormatter={money} width={90} />
        <Tooltip formatter={(cents) => [money(Number(cents)), "Owed"]} />
        <Area
          dataKey="owedCents"
          type="stepAfter"
          isAnimationActive={false}
          stroke="var(--p-color-border-emphasis)"
          fill="var(--p-color-bg-fill-info)"
        />
      </AreaChart>
    </ResponsiveContainer>
  );
}
