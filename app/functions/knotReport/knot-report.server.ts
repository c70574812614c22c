import { z } from "zod";
import type { ReportContext, ReportSheet } from "~/core/reports/report-declaration.server";
import { defineReport } from "~/core/reports/report-kind.server";
import { inOneBatch } from "~/core/reports/report-rows";
import { requireOrders } from "~/domain/orders/require-orders.server";
import { formatUsDate } from "~/platform/dates/us-date";
import { cents } from "~/platform/money/cents";
import { toUnits } from "~/platform/money/decimal";
import type { CellValue } from "~/platform/sheets/spreadsheet";
import { pluralize } from "~/platform/text/pluralize";
import { type PartnerDay, readPartnerDays } from "./read-partner-days.server";

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
  { title: "Sales", width: 14 },
  { title: "Refunded", width: 14 },
  { title: "Average order", width: 14 },
];

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
    { title: "Day (UTC)", width: 14 },
    { title: "Partner", width: 32 },
    { title: "Orders", width: 10 },
    { title: "Customers", width: 12 },
    { title: "Registrations", width: 14 },
    ...MONEY_COLUMNS,
  ],
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
  total: partners.length,
  rows: inOneBatch(
    partners.map((sums) => [sums.partner, sums.orders, sums.registrations, ...moneyCells(sums, context)]),
  ),
});

function summaryOf(orders: number, partners: number): string {
  if (orders === 0) return "No orders of customers with a partner's code.";
  return `${pluralize(orders, "order")} for ${pluralize(partners, "partner")}.`;
}
