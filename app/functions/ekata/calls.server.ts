import { z } from "zod";
import { call } from "~/core/call.server";
import { deliveryFields } from "~/core/exports/delivery.server";
import { queryFlag, reportDate } from "~/core/reports/fields";
import { startReport } from "~/core/reports/start-report.server";
import { ekataConnection } from "~/domain/ekata/connection.server";
import { withShop } from "~/platform/db/with-shop.server";
import { ekataReport } from "./report.server";

/** The calls of the Ekata page. */
export const ekataCalls = {
  state: call("GET /fraudCheck/state", {
    for: "showEkata",
    summary: "Whether Ekata is set up in this shop",
    output: z.object({ configured: z.boolean() }),
    run: async ({ shop: { domain } }) => ({
      configured: await withShop(domain, (tx) => ekataConnection.isConfigured(tx, domain)),
    }),
  }),
  reportFromShopify: call("GET /fraudCheck/reportFromShopify", {
    for: "showEkata",
    summary: "Assess the orders of some days with Ekata, and email the report",
    input: z.object({
      dateFrom: reportDate,
      dateTo: reportDate,
      /** Asks Ekata again about orders that were assessed today. */
      refresh: queryFlag.default(false),
      ...deliveryFields,
    }),
    output: z.object({ status: z.literal(true), msg: z.string(), jobId: z.string() }),
    async run(context, { dateFrom, dateTo, refresh, ...delivery }) {
      // Refused here rather than by the run.
      await ekataConnection.access(context.shop.domain);
      return startReport(context, ekataReport, {
        dates: { dateFrom, dateTo },
        options: { refresh },
        delivery,
      });
    },
  }),
};
