import { z } from "zod";
import { defineReport } from "~/core/reports/define-report.server";
import { inOneBatch } from "~/core/reports/list-reports.server";
import type { ReportContext, ReportPeriod, ReportSheet } from "~/core/reports/report-declaration.server";
import {
  firstRegistration,
  lastPartner,
  PARTNER_NAMES,
  registrationsByPartner,
} from "~/domain/codes/registration-code.server";
import { requireOrders } from "~/domain/orders/mirror.server";
import { firstOrder } from "~/domain/orders/read-orders.server";
import { formatUsDate } from "~/platform/dates/date-text";
import { addUtcDays } from "~/platform/dates/instant";
import { withShop } from "~/platform/db/with-shop.server";
import { cents } from "~/platform/money/cents";
import { toUnits } from "~/platform/money/decimal";
import type { CellValue } from "~/platform/sheets/spreadsheet";
import { pluralize } from "~/platform/text/pluralize";

/** The orders of one partner's customers on one day (UTC). */
interface PartnerDay {
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
  const days = Math.round((+end - +start) / DAY_MS);
  // A period may begin in the year 1000.
  const first = await firstSince(shop.domain, start);
  for (let done = first ? Math.floor((+first - +start) / DAY_MS) : days; done < days; done += 1) {
    signal.throwIfAborted();
    const from = addUtcDays(start, done);
    const { rows } = await withShop(shop.domain, (tx) =>
      tx.$client.query<PartnerDay>(DAY, [shop.domain, from, addUtcDays(from, 1)]),
    );
    if (rows.length > 0) yield rows;
    if (done % 30 === 29) await progress(done + 1, days);
  }
}

const DAY_MS = 86_400_000;

/** When the first order or registration since an instant was. */
async function firstSince(domain: string, start: Date): Promise<Date | null> {
  const { rows } = await withShop(domain, (tx) =>
    tx.$client.query<{ first: Date | null }>(
      `SELECT least((${firstOrder("$2")}),
                    (${firstRegistration("$2")})) AS first`,
      [domain, start],
    ),
  );
  return rows[0]?.first ?? null;
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

/** The orders of customers who registered with a partner's code, by day and partner. It needs no other system. */
export const knotReport = defineReport<Record<string, never>>({
  name: "knotReport",
  title: "Knot report",
  flag: "showKnotReport",
  path: "/knotReport",
  days: { zone: "UTC", isToCapped: true },
  options: z.object({}),
  describeOptions: () => "",
  async build({ period }, context) {
    if (!period) throw new Error("The Knot report has dates.");
    await requireOrders(context.shop.domain);
    const days: PartnerDay[] = [];
    // At most one row for each day and partner.
    for await (const rows of readPartnerDays(period, context)) days.push(...rows);
    const partners = sumsOf(days);
    const orders = days.reduce((sum, day) => sum + day.orders, 0);
    return {
      sheets: [daySheet(days, context), partnerSheet(partners, context)],
      notes: NOTES,
      summarize: () => summaryOf(orders, partners.filter((partner) => partner.orders > 0).length),
      figures: () => {
        const sum = (value: (partner: PartnerSums) => number) =>
          partners.reduce((total, partner) => total + value(partner), 0);
        return [
          { name: "Orders", value: orders, unit: "count" },
          { name: "Registrations", value: sum(({ registrations }) => registrations), unit: "count" },
          { name: "Sales", value: sum(({ totalCents }) => totalCents), unit: "cents" },
          { name: "Refunded", value: sum(({ refundedCents }) => refundedCents), unit: "cents" },
        ];
      },
    };
  },
});

const NOTES = [
  "The report counts the orders of customers who registered with a partner's registration code.",
  "An order counts for the partner whose code its customer used last before the order. Orders from before the registration don't count.",
  "An order counts on the day in UTC on which it was processed. Test orders and canceled orders are left out.",
  "Customers are counted once for each day and partner. Registrations are customers who used one of the partner's codes on that day.",
  "Sales are the totals of the orders as they are now, with tax and shipping. Refunded is the part of them that was refunded until now.",
  "Customers whose personal data were erased don't count.",
];

const MONEY_COLUMNS = [
  { title: "Sales", width: 14, kind: "money" },
  { title: "Refunded", width: 14, kind: "money" },
  { title: "Average order", width: 14, kind: "money" },
] satisfies ReportSheet["columns"];

interface Sums {
  orders: number;
  totalCents: number;
  refundedCents: number;
}

function moneyCells({ orders, totalCents, refundedCents }: Sums, { shop }: ReportContext): CellValue[] {
  const money = (amount: number) => toUnits(cents(amount), shop.currency);
  const average = orders === 0 ? "" : money(Math.round(totalCents / orders));
  return [money(totalCents), money(refundedCents), average];
}

const sumsOfDay = ({ orders, total_cents, refunded_cents }: PartnerDay): Sums => ({
  orders,
  totalCents: Number(total_cents),
  refundedCents: Number(refunded_cents),
});

const daySheet = (days: readonly PartnerDay[], context: ReportContext): ReportSheet => ({
  name: "Orders by day",
  columns: [
    { title: "Day (UTC)", width: 14, kind: "moment" },
    { title: "Partner", width: 32 },
    { title: "Orders", width: 10 },
    { title: "Customers", width: 12 },
    { title: "Registrations", width: 14 },
    ...MONEY_COLUMNS,
  ],
  chart: { name: "Day (UTC)", value: "Sales" },
  filters: ["Partner"],
  total: days.length,
  rows: inOneBatch(
    days.map((day) => [
      formatUsDate(day.day),
      day.partner,
      day.orders,
      day.customers,
      day.registrations,
      ...moneyCells(sumsOfDay(day), context),
    ]),
  ),
});

interface PartnerSums extends Sums {
  partner: string;
  registrations: number;
}

function sumsOf(days: readonly PartnerDay[]): PartnerSums[] {
  const partners = new Map<string, PartnerSums>();
  for (const day of days) {
    const { handle, partner, registrations } = day;
    const sums = partners.get(handle) ?? {
      partner,
      orders: 0,
      totalCents: 0,
      refundedCents: 0,
      registrations: 0,
    };
    partners.set(handle, sums);
    const { orders, totalCents, refundedCents } = sumsOfDay(day);
    sums.orders += orders;
    sums.totalCents += totalCents;
    sums.refundedCents += refundedCents;
    sums.registrations += registrations;
  }
  return [...partners.values()].sort((a, b) => b.totalCents - a.totalCents);
}

const partnerSheet = (partners: readonly PartnerSums[], context: ReportContext): ReportSheet => ({
  name: "Orders by partner",
  columns: [
    { title: "Partner", width: 32 },
    { title: "Orders", width: 10 },
    { title: "Registrations", width: 14 },
    ...MONEY_COLUMNS,
  ],
  chart: { name: "Partner", value: "Sales" },
  total: partners.length,
  rows: inOneBatch(
    partners.map((sums) => [sums.partner, sums.orders, sums.registrations, ...moneyCells(sums, context)]),
  ),
});

function summaryOf(orders: number, partners: number): string {
  if (orders === 0) return "No orders of customers with a partner's code.";
  return `${pluralize(orders, "order")} for ${pluralize(partners, "partner")}.`;
}
