import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { countByStatus } from "~/domain/submissions/counted-submissions.server";
import { readReviewSettings } from "~/domain/submissions/review-settings.server";
import { countByDenyReason, readAverageTimes, readWorkload } from "~/domain/submissions/statistics.server";
import { OPEN_STATUSES, SUBMISSION_STATUSES } from "~/domain/submissions/statuses";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { pluralize } from "~/platform/text/pluralize";
import { reportCalls } from "./report-contract";

const calls = implement(reportCalls).$context<CallContext>().use(guard);

async function report<Data>(context: CallContext, read: (tx: ShopTransaction) => Promise<Data>) {
  return { status: true as const, msg: "", data: await withShop(context.shop.domain, read) };
}

/** The handlers of the dashboard's calls. */
export const reportRouter = calls.router({
  submissionsByStatus: calls.submissionsByStatus.handler(({ context }) =>
    report(context, async (tx) => {
      const counts = await countByStatus(tx);
      return SUBMISSION_STATUSES.map((status) => ({ status, count: counts.get(status) ?? 0 }));
    }),
  ),
  submissionsByDenyReason: calls.submissionsByDenyReason.handler(({ context }) =>
    report(context, countByDenyReason),
  ),
  submissionsStats: calls.submissionsStats.handler(({ context }) => report(context, readAverageTimes)),
  workload: calls.workload.handler(({ context }) =>
    report(context, async (tx) => {
      const { targetHours } = await readReviewSettings(tx, context.shop.domain);
      return readWorkload(tx, targetHours);
    }),
  ),
  figure: calls.figure.handler(async ({ context: { shop } }) => {
    const counts = await withShop(shop.domain, countByStatus);
    const open = OPEN_STATUSES.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0);
    return {
      text: pluralize(open, "open submission"),
      asOf: null,
    };
  }),
});
