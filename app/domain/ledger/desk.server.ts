import { addDays } from "date-fns";
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { defineDeskLine } from "~/core/desk/desk-line.server";
import { isExpiring } from "./select-transactions.server";
import { ledgerDifferences, ledgerOpen, ledgerPostings } from "./tables.server";

const CREDITS_LIST = "credits";
/** Credit that expires within these days is named. */
const EXPIRY_DAYS = 7;

export const openDifferences = defineDeskLine({
  name: "credit-differences",
  for: "showCredits",
  urgency: "now",
  noun: "difference in the ledger",
  nouns: "differences in the ledger",
  action: "Reconcile",
  address: "/credits/proof",
  list: CREDITS_LIST,
  records: ({ shop }) => ({
    from: sql`${ledgerDifferences}`,
    at: sql`${ledgerDifferences.since}`,
    where: and(eq(ledgerDifferences.shop, shop.domain), isNull(ledgerDifferences.endedAt)),
  }),
});

export const possiblyPaid = defineDeskLine({
  name: "credit-possibly-paid",
  for: "showCredits",
  urgency: "now",
  noun: "amount that may already be paid",
  nouns: "amounts that may already be paid",
  action: "Decide",
  address: "/credits?tab=manageCredits",
  list: CREDITS_LIST,
  records: ({ shop }) => ({
    from: sql`${ledgerOpen}`,
    at: sql`(SELECT ${ledgerPostings.at} FROM ${ledgerPostings} WHERE ${ledgerPostings.shop} = ${ledgerOpen.shop} AND ${ledgerPostings.id} = ${ledgerOpen.postingId})`,
    where: and(eq(ledgerOpen.shop, shop.domain), isNotNull(ledgerOpen.possibleDuplicateOf)),
  }),
});

export const expiringCredit = defineDeskLine({
  name: "credit-expiring",
  for: "showCredits",
  urgency: "soon",
  noun: "credit whose last day is within a week",
  nouns: "credits whose last day is within a week",
  action: "Look at them",
  address: `/credits?tab=transactions&startDate=any&endDate=any&expiring=${EXPIRY_DAYS}`,
  list: CREDITS_LIST,
  timing: "until",
  records: ({ shop, now }) => ({
    from: sql`${ledgerPostings} AS posting`,
    at: sql`posting.expires_at`,
    where: sql`posting.shop = ${shop.domain} AND ${isExpiring({ after: now, until: addDays(now, EXPIRY_DAYS) })}`,
  }),
});
