import { and, between, eq, inArray } from "drizzle-orm";
import type { Shop } from "~/platform/auth/shops.server";
import { addIsoDays } from "~/platform/dates/iso-date";
import { readShop } from "~/platform/db/read-shop.server";
import { readNotes } from "./day-notes.server";
import { isOfTag, type MetricName, metricQueries, metricTitles } from "./metrics";
import type { DateRange } from "./range";
import type { Point, Questions } from "./schemas";
import { readSegmentSettings } from "./segment-settings.server";
import { queryOf } from "./segments";
import { customerSnapshots, segmentSnapshots } from "./tables.server";
import { daysNeeded, periodBefore, trendOf } from "./trend";

const METRICS = ["total", "emailSubscribed", "smsSubscribed", "withAICTag", "withoutAICTag"] as const;

/** How the customers developed in a range of days, beside the period before, with what staff noted about the days. */
export async function readQuestions({ domain }: Pick<Shop, "domain">, range: DateRange): Promise<Questions> {
  const declared = await readSegmentSettings(domain);
  const needed = { dateFrom: addIsoDays(range.dateFrom, -daysNeeded(range)), dateTo: range.dateTo };
  const [readings, ofSegments, notes] = await Promise.all([
    readReadings(domain, needed),
    readSegments(domain, declared.segments.map(queryOf), needed),
    readNotes(domain, range),
  ]);
  const titles = metricTitles(declared.tag);
  const queries = { total: "", ...metricQueries(declared.tag) };
  return {
    before: periodBefore(range),
    metrics: METRICS.map((id) => ({
      id,
      title: titles[id],
      query: queries[id],
      ...trendOf(
        readings.filter(({ tag }) => !isOfTag(id) || tag === declared.tag).map((row) => pointOf(row, id)),
        range,
      ),
    })),
    segments: declared.segments.map((segment) => {
      const query = queryOf(segment);
      const points = ofSegments.filter((row) => row.query === query);
      return { id: segment.name, title: segment.name, query, ...trendOf(points.map(exactPoint), range) };
    }),
    notes,
    declared,
  };
}

type Reading = Awaited<ReturnType<typeof readReadings>>[number];

const pointOf = (row: Reading, metric: MetricName): Point => ({
  date: row.day,
  value: row[metric],
  isExact: metric !== "total" || row.isTotalExact,
});

const exactPoint = ({ day: date, count: value }: { day: string; count: number }): Point => ({
  date,
  value,
  isExact: true,
});

const readReadings = (shop: string, { dateFrom, dateTo }: DateRange) =>
  readShop(shop, async (tx) =>
    tx
      .select()
      .from(customerSnapshots)
      .where(and(eq(customerSnapshots.shop, shop), between(customerSnapshots.day, dateFrom, dateTo)))
      .orderBy(customerSnapshots.day),
  );

async function readSegments(shop: string, queries: string[], { dateFrom, dateTo }: DateRange) {
  if (queries.length === 0) return [];
  const { query, day, count } = segmentSnapshots;
  return readShop(shop, async (tx) =>
    tx
      .select({ query, day, count })
      .from(segmentSnapshots)
      .where(and(eq(segmentSnapshots.shop, shop), inArray(query, queries), between(day, dateFrom, dateTo)))
      .orderBy(day),
  );
}
