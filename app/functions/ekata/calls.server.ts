import { z } from "zod";
import { call } from "~/core/call.server";
import { queryFlag, reportDate } from "~/core/reports/fields";
import { startReport } from "~/core/reports/start-report.server";
import { ekataConnection } from "~/domain/ekata/connection.server";
import { ekataReport } from "./report.server";

/** The calls of the Ekata page. */
export const ekataCalls = {
  reportFromShopify: call("GET /fraudCheck/reportFromShopify", {
    for: "showEkata",
    summary: "Assess the orders of some days with Ekata, and email the report",
    input: z.object({
      dateFrom: reportDate,
      dateTo: reportDate,
      /** Asks Ekata again about orders that were assessed today. */
      refresh: queryFlag.default(false),
    }),
    output: z.object({ status: z.literal(true), msg: z.string(), jobId: z.string() }),
    async run(context, { refresh, ...dates }) {
      // Refused here rather than by the run.
      await ekataConnection.access(context.shop.domain);
      return startReport(context, ekataReport, { dates, options: { refresh } });
    },
  }),
};
