import { and, between, desc, eq, min, sql } from "drizzle-orm";
import { z } from "zod";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { DataOf } from "~/connectors/shopify/operation";
import { customerFigures, segmentSize } from "~/connectors/shopify/operations/customer-figures";
import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import type { ExportFilter } from "~/core/exports/list-export.server";
import { defineSheet } from "~/core/exports/sheet-of-list.server";
import type { SignInHook } from "~/core/installation.server";
import { sheetColumn } from "~/core/lists/define-row.server";
import { defineListQuery } from "~/core/lists/list-query.server";
import { mailText } from "~/core/mail/mail-text";
import { requireShop, type Shop } from "~/platform/auth/shops.server";
import { type Clock, systemClock } from "~/platform/clock";
import { formatUsDate } from "~/platform/dates/date-text";
import { isoDateIn } from "~/platform/dates/instant";
import { readShop } from "~/platform/db/read-shop.server";
import { withShop } from "~/platform/db/with-shop.server";
import { Refusal, upstreamFailed } from "~/platform/errors";
import { defineTask, EVERY_SHOP, requestTask } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { fileTimestamp } from "~/platform/sheets/spreadsheet";
import {
  type Figures,
  isOfTag,
  METRIC_NAMES,
  METRIC_TITLES,
  type MetricName,
  metricQueries,
  NO_FIGURES,
} from "./metrics";
import { customersTab, type DateRange, SNAPSHOTS } from "./range";
import type { Point } from "./schemas";
import { readSegmentSettings } from "./segment-settings.server";
import { queryOf } from "./segments";
import { customerSnapshots, segmentSnapshots } from "./tables.server";

export const snapshotsExport = mailText({
  id: "dashboard.export",
  name: "Customers data",
  when: "An administrator exports the customers' figures. It goes to that administrator, and to the recipients that they entered",
  subject: "Customers data",
  body: `Hello {{name}},

The exported spreadsheet of customers data has {{count}}, one for each day.

{{where}}`,
  placeholders: {
    name: { meaning: "The administrator's name", example: "Ana Martin" },
    count: { meaning: "How many rows the spreadsheet has", example: "30 rows" },
    where: {
      meaning: "That the file is attached, or the link to download it",
      example: "The file is attached to this email.",
      isLink: true,
    },
  },
});

/**
 * Reads the figures of a shop's customers, and stores them as the values of the day in the shop's time zone. A day keeps its last
 * reading.
 * @returns when the figures were read
 * @throws a 502 refusal when Shopify doesn't answer. The stored figures are unchanged then
 */
export async function takeSnapshot(
  { domain, timeZone }: Pick<Shop, "domain" | "timeZone">,
  clock: Clock,
  options: CallOptions = {},
): Promise<Date> {
  const { tag, segments } = await readSegmentSettings(domain);
  const api = liveAdminApi(domain);
  const { figures, isTotalExact } = await readFigures(api, options, tag);
  const counts: { query: string; count: number }[] = [];
  for (const query of segments.map(queryOf)) {
    const { customerSegmentMembers: members } = await api.run(segmentSize, { query }, options);
    counts.push({ query, count: members.totalCount });
  }
  const readAt = clock.now();
  const day = isoDateIn(readAt, timeZone);
  const values = { ...figures, tag, isTotalExact, readAt };
  await withShop(domain, async (tx) => {
    await tx
      .insert(customerSnapshots)
      .values({ shop: domain, day, ...values })
      .onConflictDoUpdate({
        target: [customerSnapshots.shop, customerSnapshots.day],
        set: values,
        // Two readings can overlap.
        setWhere: sql`${customerSnapshots.readAt} <= excluded.read_at`,
      });
    for (const { query, count } of counts)
      await tx
        .insert(segmentSnapshots)
        .values({ shop: domain, query, day, count, readAt })
        .onConflictDoUpdate({
          target: [segmentSnapshots.shop, segmentSnapshots.query, segmentSnapshots.day],
          set: { count, readAt },
          setWhere: sql`${segmentSnapshots.readAt} <= excluded.read_at`,
        });
  });
  publishChange(domain, customersTab, { list: SNAPSHOTS });
  return readAt;
}

/** Reads the figures several times a day, so that a missed run doesn't lose the day. */
export const takeScheduledSnapshot = defineTask({
  name: "dashboard.take-snapshot",
  schedule: { cron: "25 */3 * * *", due: EVERY_SHOP, spreadMinutes: 60 },
  async run(shop, signal) {
    try {
      await takeSnapshot(await requireShop(shop), systemClock, { priority: "bulk", signal });
    } catch (error) {
      // Shopify was called several times already. The next run is soon enough.
      if (!(error instanceof Refusal)) throw error;
      log.warn({ shop, reason: error.message }, "the figures of the customers could not be read");
    }
  },
});

/** Requests a reading at a sign-in when the latest one is older than a scheduled one would be: the first one, and after a pause. */
export const requestDueSnapshot: SignInHook = async (tx, shop) => {
  const { rows } = await tx.$client.query(
    "SELECT 1 FROM customer_snapshots WHERE shop = $1 AND read_at > now() - interval '3 hours' LIMIT 1",
    [shop],
  );
  if (rows.length === 0) await requestTask(takeScheduledSnapshot, shop, { tx });
};

/** The figures of a shop's customers as they are now. */
export interface Reading {
  figures: Figures;
  /** False when Shopify answered that there are at least this many customers. */
  isTotalExact: boolean;
}

/** Reads all figures with one query. @throws a 502 refusal when Shopify doesn't answer */
export const readFigures = async (api: AdminApi, options: CallOptions, tag: string): Promise<Reading> =>
  readingOf(await api.run(customerFigures, metricQueries(tag), options));

/** What the query answered. @throws a 502 refusal when the number of customers is missing */
export function readingOf({ customersCount, ...segments }: DataOf<typeof customerFigures>): Reading {
  if (!customersCount) throw upstreamFailed(NO_FIGURES);
  return {
    figures: {
      total: customersCount.count,
      withAICTag: segments.withAICTag.totalCount,
      withoutAICTag: segments.withoutAICTag.totalCount,
      emailSubscribed: segments.emailSubscribed.totalCount,
      smsSubscribed: segments.smsSubscribed.totalCount,
      withAICTagEmailSubscribed: segments.withAICTagEmailSubscribed.totalCount,
      withAICTagSmsSubscribed: segments.withAICTagSmsSubscribed.totalCount,
      withoutAICTagEmailSubscribed: segments.withoutAICTagEmailSubscribed.totalCount,
      withoutAICTagSmsSubscribed: segments.withoutAICTagSmsSubscribed.totalCount,
    },
    isTotalExact: customersCount.precision === "EXACT",
  };
}

/** The values of a metric by day, oldest first. Days without a reading, or with a reading of another tag, are missing. */
export async function readSeries(
  { domain }: Pick<Shop, "domain">,
  metric: MetricName,
  { dateFrom, dateTo }: DateRange,
): Promise<Point[]> {
  const { shop, day, isTotalExact } = customerSnapshots;
  const { tag } = await readSegmentSettings(domain);
  const rows = await readShop(domain, async (tx) =>
    tx
      .select({ date: day, value: customerSnapshots[metric], isTotalExact })
      .from(customerSnapshots)
      .where(
        and(
          eq(shop, domain),
          between(day, dateFrom, dateTo),
          isOfTag(metric) ? eq(customerSnapshots.tag, tag) : undefined,
        ),
      )
      .orderBy(day),
  );
  return rows.map(({ date, value, isTotalExact: isExact }) => ({
    date,
    value,
    isExact: metric !== "total" || isExact,
  }));
}

/** The first day with a reading, YYYY-MM-DD. Null before the first one. */
export async function readFirstDay({ domain }: Pick<Shop, "domain">): Promise<string | null> {
  const [row] = await readShop(domain, async (tx) =>
    tx
      .select({ since: min(customerSnapshots.day) })
      .from(customerSnapshots)
      .where(eq(customerSnapshots.shop, domain)),
  );
  return row?.since ?? null;
}

/** The latest reading. Null before the first one. */
export async function readLatest({ domain }: Pick<Shop, "domain">) {
  const { total, isTotalExact, readAt, shop, day } = customerSnapshots;
  const [row] = await readShop(domain, async (tx) =>
    tx
      .select({ total, isTotalExact, readAt })
      .from(customerSnapshots)
      .where(eq(shop, domain))
      .orderBy(desc(day))
      .limit(1),
  );
  return row ?? null;
}

const { shop, day, readAt, isTotalExact } = customerSnapshots;

/** The readings by day, for their spreadsheet. Days without a reading are missing. */
const snapshotsByDay = {
  query: defineListQuery({
    from: sql`${customerSnapshots}`,
    id: { by: sql`${day}`, type: "date" },
    sorts: { date: "id" },
    conditions: ({ domain, dateFrom, dateTo }: DateRange & Pick<Shop, "domain">) => [
      eq(shop, domain),
      between(day, dateFrom, dateTo),
    ],
  }),
  fields: {
    day: sheetColumn(sql`${day}::text`, { title: "Date", width: 12, sheet: formatUsDate }),
    ...Object.fromEntries(
      METRIC_NAMES.map((name) => [
        name,
        sheetColumn(sql`${customerSnapshots[name]}`, {
          title: METRIC_TITLES[name],
          width: METRIC_TITLES[name].length + 2,
        }),
      ]),
    ),
    isTotalExact: sheetColumn(sql`${isTotalExact}`, {
      title: "Total Is Exact",
      width: 14,
      sheet: (isExact: boolean) => (isExact ? "Yes" : "No, at least"),
    }),
    readAt: sheetColumn(sql`to_char(${readAt} AT TIME ZONE 'UTC', 'MM/DD/YYYY HH24:MI')`, {
      title: "Read At (UTC)",
      width: 18,
    }),
    tag: sheetColumn(sql`${customerSnapshots.tag}`, { title: "Tag", width: 14 }),
  },
};

/** The spreadsheet of all metrics by day. */
export const snapshotsSheet = defineSheet(snapshotsByDay, {
  name: "dashboard-customers",
  ...customersTab,
  pick: ({ shop: { domain }, request: { filter } }: ExportFilter<DateRange>) => ({ domain, ...filter }),
  filter: z.object({ dateFrom: z.string(), dateTo: z.string() }),
  filterLines: ({ filter: { dateFrom, dateTo } }) => [
    `From ${formatUsDate(dateFrom)} to ${formatUsDate(dateTo)}, days in the shop's time zone. Days without a reading are left out.`,
  ],
  title: () => "Customers Data",
  fileName: (_part, now) => `Customers_Data_${fileTimestamp(now)}`,
  mail: { text: snapshotsExport, path: "/dashboard" },
});
