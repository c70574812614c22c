import { sql } from "drizzle-orm";
import { z } from "zod";
import { CONTACTS_PER_CALL } from "~/connectors/shopify/operations/order-risk";
import { queryRows } from "~/core/lists/list-query.server";
import { defineReport } from "~/core/reports/define-report.server";
import type { ReportContext, ReportPeriod, ReportSheet } from "~/core/reports/report-declaration.server";
import { requireOrders } from "~/domain/orders/mirror.server";
import { formatInstant } from "~/platform/dates/instant";
import { withShop } from "~/platform/db/with-shop.server";
import { pluralize } from "~/platform/text/pluralize";
import { type AssessedOrder, assessOrders, openTools } from "./assess-orders.server";

const options = z.object({ refresh: z.boolean().default(false) });

interface FoundOrder {
  id: string;
  name: string;
  customer_id: string | null;
  processed_at: Date;
  position: string;
}

const LEVELS = { HIGH: "High", MEDIUM: "Medium", LOW: "Low", NONE: "Unknown" } as const;

const COLUMNS = [
  { title: "Order", width: 14, kind: "order" },
  { title: "Date", width: 22, kind: "moment" },
  { title: "Risk", width: 10 },
  { title: "Identity Risk Score (0 to 500)", width: 16 },
  { title: "Identity Network Score (0 to 1)", width: 16 },
  { title: "Checked", width: 22, kind: "moment" },
  { title: "From Today's Earlier Check", width: 14 },
  { title: "Risk in Shopify", width: 40 },
  { title: "Customer", width: 18, kind: "customer" },
] satisfies ReportSheet["columns"];

/** The fraud check of orders. */
export const ekataReport = defineReport<z.infer<typeof options>>({
  name: "ekata",
  title: "Ekata report",
  flag: "showEkata",
  path: "/ekata",
  days: { zone: "shop", isToCapped: false },
  options,
  describeOptions: ({ refresh }) => (refresh ? "Refresh Ekata" : ""),
  async build({ period, options: { refresh } }, context) {
    if (!period) throw new Error("The report has dates.");
    await requireOrders(context.shop.domain);
    const tools = await openTools(context, refresh);
    const total = await countOrders(context, period);
    const counts = { checked: 0, high: 0, written: 0, notChecked: 0 };
    async function* rows() {
      for await (const orders of ordersIn(context, period as ReportPeriod)) {
        const assessed = await assessOrders(
          tools,
          orders.map(({ id }) => Number(id)),
        );
        yield orders.map((order) => {
          const result = assessed.get(Number(order.id)) as AssessedOrder;
          if (result.check) counts.checked += 1;
          else counts.notChecked += 1;
          if (result.level === "HIGH") counts.high += 1;
          if (result.outcome === "written") counts.written += 1;
          return rowOf(order, result, context.shop.timeZone);
        });
      }
    }
    return {
      sheets: [
        {
          name: "Ekata",
          columns: COLUMNS,
          filters: ["Risk", "Risk in Shopify"],
          // The riskiest orders first.
          sort: { by: "Identity Risk Score (0 to 500)", descending: true },
          rows: rows(),
          total,
        },
      ],
      notes: [
        "Test orders are left out.",
        "A customer is the number in Shopify's id.",
        "Higher scores are riskier. From which score on a risk is medium or high is set on Settings.",
        "An order that was checked today isn't checked again, unless Refresh Ekata is selected.",
        "The risk is written to orders that aren't fulfilled.",
      ],
      summarize: () =>
        `${pluralize(counts.checked, "order")} checked, ${counts.high} with a high risk, ${counts.written} written to Shopify.` +
        (counts.notChecked > 0 ? ` ${pluralize(counts.notChecked, "order")} couldn't be checked.` : ""),
      figures: () => [
        { name: "Checked", value: counts.checked, unit: "count" },
        { name: "High risk", value: counts.high, unit: "count" },
        { name: "Written to Shopify", value: counts.written, unit: "count" },
        { name: "Not checked", value: counts.notChecked, unit: "count" },
      ],
    };
  },
});

const isInPeriod = ({ start, end }: ReportPeriod) =>
  sql`processed_at >= ${start} AND processed_at < ${end} AND NOT test`;

async function countOrders({ shop: { domain } }: ReportContext, period: ReportPeriod): Promise<number> {
  const [row] = await withShop(domain, (tx) =>
    queryRows<{ count: number }>(
      tx,
      sql`SELECT count(*)::int AS count FROM orders_of_shop WHERE ${isInPeriod(period)}`,
    ),
  );
  return row?.count ?? 0;
}

/** The orders of a period, oldest first, in batches. */
async function* ordersIn(
  { shop: { domain } }: ReportContext,
  period: ReportPeriod,
): AsyncGenerator<FoundOrder[]> {
  let after: FoundOrder | undefined;
  for (;;) {
    const behind = after
      ? sql` AND (processed_at, id) > (${after.position}::timestamptz, ${after.id}::bigint)`
      : sql``;
    const orders = await withShop(domain, (tx) =>
      queryRows<FoundOrder>(
        tx,
        sql`SELECT id, name, customer_id, processed_at, processed_at::text AS position
              FROM orders_of_shop WHERE ${isInPeriod(period)}${behind}
             ORDER BY processed_at, id LIMIT ${CONTACTS_PER_CALL}`,
      ),
    );
    if (orders.length > 0) yield orders;
    if (orders.length < CONTACTS_PER_CALL) return;
    after = orders.at(-1);
  }
}

function rowOf({ name, customer_id, processed_at }: FoundOrder, result: AssessedOrder, timeZone: string) {
  const { check, level, isCached, outcome } = result;
  const at = (instant: Date) => formatInstant(instant, timeZone).dateTime;
  return [
    name,
    at(processed_at),
    level ? LEVELS[level] : "",
    check?.riskScore ?? "",
    check?.networkScore ?? "",
    check ? at(check.checkedAt) : "",
    check ? (isCached ? "Yes" : "No") : "",
    outcome,
    customer_id ?? "",
  ];
}
