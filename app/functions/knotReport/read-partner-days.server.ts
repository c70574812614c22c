import type { ReportContext, ReportPeriod } from "~/core/reports/report-declaration.server";
import {
  lastPartner,
  PARTNER_NAMES,
  registrationsByPartner,
} from "~/domain/codes/partner-registrations.server";
import { addUtcDays } from "~/platform/dates/instant";
import { withShop } from "~/platform/db/with-shop.server";

/** The orders of one partner's customers on one day (UTC). */
export interface PartnerDay {
  /** YYYY-MM-DD. */
  day: string;
  handle: string;
  /** The handle where the partner was removed. */
  partner: string;
  orders: number;
  customers: number;
  /** Customers who registered with one of the partner's codes on this day. */
  registrations: number;
  total_cents: string;
  refunded_cents: string;
}

/**
 * The days of a period that have orders or registrations, by partner, a day at a time: each statement stays short. An order counts
 * for the partner whose code its customer used last before it.
 */
export async function* readPartnerDays(
  { start, end }: ReportPeriod,
  { shop, signal, progress }: ReportContext,
): AsyncGenerator<PartnerDay[]> {
  const days = Math.round((+end - +start) / 86_400_000);
  for (let done = 0; done < days; done += 1) {
    signal.throwIfAborted();
    const from = addUtcDays(start, done);
    const { rows } = await withShop(shop.domain, (tx) =>
      tx.$client.query<PartnerDay>(DAY, [shop.domain, from, addUtcDays(from, 1)]),
    );
    if (rows.length > 0) yield rows;
    if (done % 30 === 29) await progress(done + 1, days);
  }
}

const DAY = `
  WITH ordered AS (
    SELECT last.handle, count(*)::int AS orders, count(DISTINCT o.customer_id)::int AS customers,
           sum(o.total_cents) AS total_cents, sum(o.refunded_cents) AS refunded_cents
      FROM orders_of_shop AS o
      CROSS JOIN LATERAL (${lastPartner("o.customer_id", "o.processed_at")}) AS last
     WHERE o.processed_at >= $2 AND o.processed_at < $3 AND NOT o.test AND o.cancelled_at IS NULL
     GROUP BY last.handle
  ), registered AS (${registrationsByPartner("$2", "$3")})
  SELECT to_char($2::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, both_sides.handle, coalesce(p.name, both_sides.handle) AS partner,
         coalesce(orders, 0) AS orders, coalesce(customers, 0) AS customers, coalesce(registrations, 0) AS registrations,
         coalesce(total_cents, 0)::text AS total_cents, coalesce(refunded_cents, 0)::text AS refunded_cents
    FROM (ordered FULL JOIN registered USING (handle)) AS both_sides
    LEFT JOIN (${PARTNER_NAMES}) AS p ON p.handle = both_sides.handle
   ORDER BY lower(coalesce(p.name, both_sides.handle)), both_sides.handle`;
