import { z } from "zod";
import { call } from "~/core/call.server";
import type { CallContext } from "~/core/context.server";
import { anyPromoTab, promoTabs } from "~/domain/submissions/access";
import { countByStatus } from "~/domain/submissions/counted-submissions.server";
import { readReviewSettings } from "~/domain/submissions/review-settings.server";
import { countByDenyReason, readAverageTimes, readWorkload } from "~/domain/submissions/statistics.server";
import { OPEN_STATUSES, SUBMISSION_STATUSES } from "~/domain/submissions/statuses";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { pluralize } from "~/platform/text/pluralize";
import { answered } from "./fields";

const seconds = z.number().int().nullable();

/** The figures of the tab Dashboard. */
export const reportCalls = {
  submissionsByStatus: call("GET /promo/reports/submissionsByStatus", {
    for: promoTabs("Dashboard"),
    summary: "How many submissions each status has",
    output: z.object({
      ...answered,
      data: z.array(z.object({ status: z.enum(SUBMISSION_STATUSES), count: z.number().int() })),
    }),
    run: (context) =>
      report(context, async (tx) => {
        const counts = await countByStatus(tx);
        return SUBMISSION_STATUSES.map((status) => ({ status, count: counts.get(status) ?? 0 }));
      }),
  }),
  submissionsByDenyReason: call("GET /promo/reports/submissionsByDenyReason", {
    for: promoTabs("Dashboard"),
    summary: "How many submissions were denied for each reason",
    output: z.object({
      ...answered,
      data: z.array(z.object({ reason: z.string(), count: z.number().int() })),
    }),
    run: (context) => report(context, countByDenyReason),
  }),
  submissionsStats: call("GET /promo/reports/submissionsStats", {
    for: promoTabs("Dashboard"),
    summary: "The average times of the last 90 days, in seconds",
    output: z.object({
      ...answered,
      data: z.object({
        createdToAssigned: seconds,
        assignedToApproved: seconds,
        createdToApproved: seconds,
      }),
    }),
    run: (context) => report(context, readAverageTimes),
  }),
  workload: call("GET /promo/reports/workload", {
    for: promoTabs("Dashboard"),
    summary: "What each reviewer has open, and decided in the last 30 days",
    output: z.object({
      ...answered,
      data: z.array(
        z.object({
          reviewerId: z.string(),
          reviewer: z.string(),
          open: z.number().int(),
          late: z.number().int(),
          approved: z.number().int(),
          denied: z.number().int(),
          averageSeconds: seconds,
          secondLooks: z.number().int(),
          agreed: z.number().int(),
        }),
      ),
    }),
    run: (context) =>
      report(context, async (tx) => {
        const { targetHours } = await readReviewSettings(tx, context.shop.domain);
        return readWorkload(tx, targetHours);
      }),
  }),
  figure: call("GET /promo/figure", {
    for: anyPromoTab,
    summary: "The live figure of the home page's card",
    output: z.object({ text: z.string(), asOf: z.string().nullable() }),
    async run({ shop }) {
      const counts = await withShop(shop.domain, countByStatus);
      const open = OPEN_STATUSES.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0);
      return {
        text: pluralize(open, "open submission"),
        asOf: null,
      };
    },
  }),
};

async function report<Data>(context: CallContext, read: (tx: ShopTransaction) => Promise<Data>) {
  return { status: true as const, msg: "", data: await withShop(context.shop.domain, read) };
}
