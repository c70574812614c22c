import { addHours, addMinutes } from "date-fns";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { defineTask } from "~/platform/jobs/task.server";

/**
 * Postings are numbered before their transactions commit, so one may become visible after this many later ones. With a larger gap,
 * only the hour's count is behind until the next posting in that hour.
 */
const MAX_NUMBER_GAP = 10_000;

/** An hour's count is stored this long after its end. Until then its postings are counted for each page. */
const SETTLED_AFTER_MINUTES = 5;

/** A span of time. An absent bound is open. */
export interface Span {
  from?: Date;
  until?: Date;
}

/**
 * Counts the postings of each hour that changed. Postings are append-only, so a page at any depth is found by adding up hours
 * instead of reading all postings before it.
 */
export const countHours = defineTask({
  name: "ledger.count-hours",
  schedule: {
    cron: "*/5 * * * *",
    // New postings, or those of an hour that has ended since.
    due: `EXISTS (SELECT FROM ledger_postings AS posting WHERE posting.shop = shops.shop
            AND posting.number > coalesce((SELECT through FROM ledger_counted AS counted WHERE counted.shop = shops.shop), 0))
       OR EXISTS (SELECT FROM ledger_counted AS counted JOIN ledger_postings AS posting ON posting.shop = counted.shop
                   WHERE counted.shop = shops.shop AND posting.at >= counted.before
                     AND posting.at < date_trunc('hour', now() - make_interval(mins => ${SETTLED_AFTER_MINUTES}), 'UTC'))`,
  },
  run: (shop) => withShop(shop, (tx) => countNewHours(tx, shop, new Date())),
});

/** Counts a shop's new hours in the caller's transaction. */
export async function countNewHours(tx: ShopTransaction, shop: string, now: Date): Promise<void> {
  const before = startOfHourUtc(addMinutes(now, -SETTLED_AFTER_MINUTES));
  await tx.$client.query("SELECT pg_advisory_xact_lock(hashtext($1))", [`ledger hours ${shop}`]);
  // Read first: without these values PostgreSQL would plan for a third of the ledger and scan all of it.
  const { rows } = await tx.$client.query<{ before: Date; through: string }>(
    "SELECT before, through FROM ledger_counted WHERE shop = $1",
    [shop],
  );
  const [counted] = rows;
  await tx.$client.query(
    `WITH touched AS (
       SELECT DISTINCT date_trunc('hour', at, 'UTC') AS hour FROM ledger_postings
        WHERE shop = $1 AND number > $3 AND at < $2
       UNION
       SELECT DISTINCT date_trunc('hour', at, 'UTC') FROM ledger_postings
        WHERE shop = $1 AND at >= $4 AND at < $2)
     INSERT INTO ledger_hours (shop, hour, postings)
     SELECT $1, hour, (SELECT count(*) FROM ledger_postings AS posting
                        WHERE posting.shop = $1 AND posting.at >= touched.hour AND posting.at < touched.hour + interval '1 hour')
       FROM touched
     ON CONFLICT (shop, hour) DO UPDATE SET postings = excluded.postings WHERE ledger_hours.postings <> excluded.postings`,
    // Before the first count all postings are new by their number.
    [shop, before, Number(counted?.through ?? 0) - MAX_NUMBER_GAP, counted?.before ?? before],
  );
  await tx.$client.query(
    `INSERT INTO ledger_counted (shop, before, through)
     SELECT $1, $2, coalesce(max(number), 0) FROM ledger_postings WHERE shop = $1
     ON CONFLICT (shop) DO UPDATE SET before = excluded.before, through = excluded.through`,
    [shop, before],
  );
}

/** A counted part of the postings. */
interface CountedPart {
  until: Date | null;
  postings: number;
}

/** Counts the postings of a span, and finds the time of a row offset. */
export class CountedSpan {
  private constructor(
    private readonly newest: CountedPart,
    private readonly hours: readonly { hour: Date; postings: number }[],
    private readonly oldest: CountedPart,
    readonly total: number,
  ) {}

  /** Reads the stored counts, and counts the hours that the span covers only in part. */
  static async read(tx: ShopTransaction, shop: string, { from, until }: Span): Promise<CountedSpan> {
    const { rows } = await tx.$client.query<{ before: Date }>(
      "SELECT before FROM ledger_counted WHERE shop = $1",
      [shop],
    );
    const before = rows[0]?.before;
    const firstWhole = from ? ceilHour(from) : undefined;
    const lastWhole = earlier(before, until && startOfHourUtc(until));
    if (!before || !lastWhole || (firstWhole && firstWhole >= lastWhole)) {
      const postings = await countBetween(tx, shop, { from, until });
      return new CountedSpan({ until: until ?? null, postings }, [], { until: null, postings: 0 }, postings);
    }
    const newest = await countBetween(tx, shop, { from: lastWhole, until });
    const oldest =
      firstWhole && from && firstWhole > from ? await countBetween(tx, shop, { from, until: firstWhole }) : 0;
    const { rows: hours } = await tx.$client.query<{ hour: Date; postings: number }>(
      `SELECT hour, postings FROM ledger_hours
        WHERE shop = $1 AND hour < $2 AND ($3::timestamptz IS NULL OR hour >= $3) ORDER BY hour DESC`,
      [shop, lastWhole, firstWhole ?? null],
    );
    const total = hours.reduce((sum, { postings }) => sum + postings, newest + oldest);
    return new CountedSpan(
      { until: until ?? null, postings: newest },
      hours,
      { until: firstWhole ?? null, postings: oldest },
      total,
    );
  }

  /** The end of the hour that has the posting at this offset (0 is the newest), and the offset within that hour. */
  placeOf(offset: number): { until: Date | null; offset: number } {
    if (offset < this.newest.postings || this.hours.length === 0) return { until: this.newest.until, offset };
    let rest = offset - this.newest.postings;
    for (const { hour, postings } of this.hours) {
      if (rest < postings) return { until: addHours(hour, 1), offset: rest };
      rest -= postings;
    }
    return { until: this.oldest.until, offset: rest };
  }
}

async function countBetween(tx: ShopTransaction, shop: string, { from, until }: Span): Promise<number> {
  const { rows } = await tx.$client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ledger_postings
      WHERE shop = $1 AND at >= coalesce($2, '-infinity'::timestamptz) AND at < coalesce($3, 'infinity'::timestamptz)`,
    [shop, from ?? null, until ?? null],
  );
  return rows[0]?.count ?? 0;
}

const HOUR = 3_600_000;
const startOfHourUtc = (instant: Date) => new Date(Math.floor(+instant / HOUR) * HOUR);
const ceilHour = (instant: Date) => new Date(Math.ceil(+instant / HOUR) * HOUR);
const earlier = (one: Date | undefined, other: Date | undefined) =>
  one && other ? (one < other ? one : other) : (one ?? other);
