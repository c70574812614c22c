import { and, eq, ne, sql } from "drizzle-orm";
import { defineDeskLine } from "~/core/desk/desk-line.server";
import { creditApprovals } from "./approvals/tables.server";
import { APPROVALS_PATH, CREDITS_LIST } from "./tabs";

/** Requests of other administrators: the requester can't approve their own. */
export const waitingApprovals = defineDeskLine({
  name: "credit-approvals",
  for: "showCredits",
  urgency: "today",
  noun: "credit request that needs a second approval",
  nouns: "credit requests that need a second approval",
  action: "Decide",
  address: APPROVALS_PATH,
  list: CREDITS_LIST,
  records: ({ shop, administrator }) => ({
    from: sql`${creditApprovals}`,
    at: sql`${creditApprovals.askedAt}`,
    where: and(
      eq(creditApprovals.shop, shop.domain),
      eq(creditApprovals.state, "waiting"),
      ne(creditApprovals.askedById, administrator.id),
    ),
  }),
});
