import { z } from "zod";
import { queryFlag, reportDate } from "~/core/reports/fields";
import { call } from "~/platform/contract/call";

/** The calls of the Ekata page. */
export const ekataContract = {
  reportFromShopify: call("showEkata")
    .route({
      method: "GET",
      path: "/fraudCheck/reportFromShopify",
      summary: "Assess the orders of some days with Ekata, and email the report",
    })
    .input(
      z.object({
        dateFrom: reportDate,
        dateTo: reportDate,
        /** Asks Ekata again about orders that were assessed today. */
        refresh: queryFlag.default(false),
      }),
    )
    .output(z.object({ status: z.literal(true), msg: z.string(), jobId: z.string() })),
};
