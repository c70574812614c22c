import { z } from "zod";
import { anyPromoTab, promoTabs } from "~/domain/submissions/access";
import { SUBMISSION_STATUSES } from "~/domain/submissions/statuses";
import { call } from "~/platform/contract/call";
import { answered } from "./fields";

const seconds = z.number().int().nullable();

/** The figures of the tab Dashboard. */
export const reportCalls = {
  submissionsByStatus: call(promoTabs("Dashboard"))
    .route({
      method: "GET",
      path: "/promo/reports/submissionsByStatus",
      summary: "How many submissions each status has",
    })
    .output(
      z.object({
        ...answered,
        data: z.array(z.object({ status: z.enum(SUBMISSION_STATUSES), count: z.number().int() })),
      }),
    ),
  submissionsByDenyReason: call(promoTabs("Dashboard"))
    .route({
      method: "GET",
      path: "/promo/reports/submissionsByDenyReason",
      summary: "How many submissions were denied for each reason",
    })
    .output(
      z.object({ ...answered, data: z.array(z.object({ reason: z.string(), count: z.number().int() })) }),
    ),
  submissionsStats: call(promoTabs("Dashboard"))
    .route({
      method: "GET",
      path: "/promo/reports/submissionsStats",
      summary: "The average times of the last 90 days, in seconds",
    })
    .output(
      z.object({
        ...answered,
        data: z.object({
          createdToAssigned: seconds,
          assignedToApproved: seconds,
          createdToApproved: seconds,
        }),
      }),
    ),
  workload: call(promoTabs("Dashboard"))
    .route({
      method: "GET",
      path: "/promo/reports/workload",
      summary: "What each reviewer has open, and decided in the last 30 days",
    })
    .output(
      z.object({
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
    ),
  figure: call(anyPromoTab)
    .route({ method: "GET", path: "/promo/figure", summary: "The live figure of the home page's card" })
    .output(z.object({ text: z.string(), asOf: z.string().nullable() })),
};
