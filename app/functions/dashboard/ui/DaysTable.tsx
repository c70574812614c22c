import { formatUsDate } from "~/platform/dates/date-text";
import { PlainTable } from "~/ui/list/PlainTable";
import type { Trend } from "../schemas";
import { formatDifference, usualText } from "./format-value";
import type { ChartDay } from "./QuestionChart";

interface DaysTableProps {
  title: string;
  lines: readonly { title: string; trend: Trend }[];
  format(value: number): string;
  rows: readonly ChartDay[];
}

/** The days of a question's chart, the latest first. Load it with `lazyPart`. */
export default function DaysTable({ title, lines, format, rows }: DaysTableProps) {
  const columns = [
    { key: "day", title: "Date", narrow: "title" as const },
    ...lines.map((line, index) => ({ key: `value${index}`, title: line.title, align: "end" as const })),
    { key: "unusual", title: "Unusual change" },
    { key: "note", title: "Note" },
  ];
  const byDay = lines.map(({ trend }) => new Map(trend.days.map((day) => [day.date, day])));
  const cells = Object.fromEntries([
    ["day", ({ date }: ChartDay) => formatUsDate(date)],
    ...lines.map((_line, index) => [
      `value${index}`,
      ({ values }: ChartDay) => (values[index] == null ? null : format(values[index])),
    ]),
    [
      "unusual",
      ({ date }: ChartDay) =>
        lines
          .flatMap(({ title }, index) => {
            const day = byDay[index]?.get(date);
            if (!day?.usual) return [];
            const change = `${formatDifference(day.gained ?? 0)}, usually ${usualText(day.usual)}`;
            return [lines.length > 1 ? `${title}: ${change}` : change];
          })
          .join(". ") || null,
    ],
    ["note", ({ note }: ChartDay) => note],
  ]);
  return (
    <PlainTable
      caption={`days of ${title}`}
      columns={columns}
      rows={rows.toReversed().map((row) => ({ ...row, id: formatUsDate(row.date) }))}
      cells={cells}
      density="compact"
    />
  );
}
