import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { startReport } from "~/core/reports/start-report.server";
import { ekataConnector } from "~/domain/ekata/connector.server";
import { ekataContract } from "./contract";
import { ekataReport } from "./report.server";

const calls = implement(ekataContract).$context<CallContext>().use(guard);

export const ekataRouter = calls.router({
  reportFromShopify: calls.reportFromShopify.handler(async ({ input: { refresh, ...dates }, context }) => {
    // Refused here rather than by the run.
    await ekataConnector.access(context.shop.domain);
    return startReport(context, ekataReport, { dates, options: { refresh } });
  }),
});
