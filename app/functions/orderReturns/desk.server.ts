import { and, eq, sql } from "drizzle-orm";
import { defineDeskLine } from "~/core/desk/desk-line.server";
import { isUnpaid } from "./return-case.server";
import { returnCases, returnRefunds } from "./tables.server";

/** Packages that UPS delivered and that haven't been received in Backroom. */
export const deliveredReturns = defineDeskLine({
  name: "returns-delivered",
  for: "showOrderReturns",
  urgency: "today",
  noun: "return to receive",
  nouns: "returns to receive",
  action: "Receive",
  address: "/orderReturns",
  list: "orderReturns",
  records: ({ shop }) => ({
    from: sql`${returnCases}`,
    at: sql`${returnCases.finishedAt}`,
    where: and(
      isUnpaid(shop.domain),
      eq(returnCases.packageState, "delivered"),
      sql`NOT EXISTS (SELECT 1 FROM ${returnRefunds} AS refund
           WHERE refund.shop = ${returnCases.shop} AND refund.return_gid = ${returnCases.returnGid}
             AND refund.state <> 'failed' AND refund.processed_at IS NOT NULL)`,
    ),
  }),
});
