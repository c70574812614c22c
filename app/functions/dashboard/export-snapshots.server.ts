import { between, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { defineExport, type ExportFilter, type ExportSource } from "~/core/exports/list-export.server";
import { defineListQuery } from "~/core/lists/list-query.server";
import { formatUsDate } from "~/platform/dates/us-date";
import { fileTimestamp } from "~/platform/sheets/file-name";
import { snapshotsExport } from "./mail-texts.server";
import { type Figures, METRIC_NAMES, METRIC_TITLES } from "./metrics";
import type { DateRange } from "./range";
import { customersTab } from "./tab";
import { customerSnapshots } from "./tables.server";

type ExportedDay = Figures & { day: string; read_at_utc: string; is_total_exact: boolean };

const { shop, day, readAt, isTotalExact } = customerSnapshots;

const source: ExportSource<ExportedDay, DateRange> = {
  query: defineListQuery({
    from: sql`${customerSnapshots}`,
    id: { by: sql`${day}`, type: "date" },
    sorts: { date: "id" },
    conditions: ({ shop: { domain }, request: { filter } }: ExportFilter<DateRange>) => [
      eq(shop, domain),
      between(day, filter.dateFrom, filter.dateTo),
    ],
  }),
  columns: sql.join(
    [
      sql`${day}::text AS day`,
      sql`to_char(${readAt} AT TIME ZONE 'UTC', 'MM/DD/YYYY HH24:MI') AS read_at_utc`,
      sql`${isTotalExact} AS is_total_exact`,
      ...METRIC_NAMES.map((name) => sql`${customerSnapshots[name]} AS ${sql.identifier(name)}`),
    ],
    sql`, `,
  ),
  createdAt: sql`${readAt}`,
};

/** The spreadsheet of all metrics by day. Days without a reading are missing. */
export const snapshotsReport = defineExport({
  name: "dashboard-customers",
  ...customersTab,
  columns: [
    { title: "Date", width: 12, value: (row) => formatUsDate(row.day) },
    ...METRIC_NAMES.map((name) => ({
      title: METRIC_TITLES[name],
      width: METRIC_TITLES[name].length + 2,
      value: (row: ExportedDay) => row[name],
    })),
    { title: "Total Is Exact", width: 14, value: (row) => (row.is_total_exact ? "Yes" : "No, at least") },
    { title: "Read At (UTC)", width: 18, value: (row) => row.read_at_utc },
  ],
  source,
  filter: z.object({ dateFrom: z.string(), dateTo: z.string() }),
  filterLines: ({ filter: { dateFrom, dateTo } }) => [
    `From ${formatUsDate(dateFrom)} to ${formatUsDate(dateTo)}, days in the shop's time zone. Days without a reading are left out.`,
  ],
  title: () => "Customers Data",
  fileName: (_part, now) => `Customers_Data_${fileTimestamp(now)}`,
  mail: snapshotsExport,
});
