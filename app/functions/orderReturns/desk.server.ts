import { and, sql } from "drizzle-orm";
import { defineDeskLine } from "~/core/desk/desk-line.server";
import { isToReceive } from "./find-orders.server";
import { isUnpaid } from "./return-case.server";
import { returnCases } from "./tables.server";

export const deliveredReturns = defineDeskLine({
  name: "returns-delivered",
  for: "showOrderReturns",
  urgency: "today",
  noun: "return to receive",
  nouns: "returns to receive",
  action: "Receive",
  address: "/orderReturns?delivered=1",
  list: "orderReturns",
  records: ({ shop }) => ({
    from: sql`${returnCases}`,
    at: sql`${returnCases.finishedAt}`,
    where: and(isUnpaid(shop.domain), isToReceive),
  }),
});
