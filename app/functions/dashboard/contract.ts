import { z } from "zod";
import { reportDate } from "~/core/reports/fields";
import { call } from "~/platform/contract/call";
import { parseUsDate } from "~/platform/dates/us-date";
import { METRIC_NAMES } from "./metrics";
import { customersTab } from "./tab";

/** A day as MM/DD/YYYY or YYYY-MM-DD. */
const day = z
  .string()
  .transform((text) => parseUsDate(text.trim()) ?? text)
  .pipe(reportDate)
  .optional();
/** In the shop's time zone. Without a first day, it is the last 30 days. Without a last day, it ends today. */
const range = { dateFrom: day, dateTo: day };

const answered = { status: z.literal(true), msg: z.string() };

/** A metric's value on a day that has a reading. */
const point = z.object({
  /** YYYY-MM-DD in the shop's time zone. */
  date: z.string(),
  value: z.number().int(),
  /** False when Shopify answered that there are at least so many. */
  isExact: z.boolean(),
});
export type Point = z.infer<typeof point>;

/** The calls of the customer dashboard. */
export const dashboardContract = {
  export: call(customersTab)
    .route({
      method: "GET",
      path: "/dashboard/customers/export",
      summary: "Write the spreadsheet of all metrics by day as a job, and email it to the caller",
    })
    .input(z.object({ ...range, operationId: z.string().min(8).max(100).optional() }))
    .output(z.object({ ...answered, jobId: z.string() })),
  metric: call(customersTab)
    .route({
      method: "GET",
      path: "/dashboard/customers/{metricName}",
      summary: "A metric of the shop's customers by day",
    })
    .input(
      z.object({ metricName: z.enum(METRIC_NAMES, `must be one of: ${METRIC_NAMES.join(", ")}`), ...range }),
    )
    .output(z.object({ ...answered, data: z.array(point) })),
  refresh: call(customersTab)
    .route({
      method: "POST",
      path: "/dashboard/customers/refresh",
      summary: "Read the metrics from Shopify now, as the values of today",
    })
    .output(z.object({ ...answered, readAt: z.string() })),
  history: call(customersTab)
    .route({
      method: "GET",
      path: "/dashboard/history",
      summary: "Since when there are readings, and when the latest one was made",
    })
    .output(
      z.object({
        ...answered,
        /** The first day with a reading, YYYY-MM-DD. Null before the first one. */
        since: z.string().nullable(),
        /** An instant, ISO 8601. */
        readAt: z.string().nullable(),
      }),
    ),
  figure: call(customersTab)
    .route({ method: "GET", path: "/dashboard/figure", summary: "The live figure of the home page's card" })
    .output(z.object({ text: z.string(), asOf: z.string().nullable() })),
};
