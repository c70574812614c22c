import { and, eq } from "drizzle-orm";
import { readEntriesOf } from "~/core/audit/read-audit.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { formatMoney } from "~/platform/money/format-money";
import {
  returnCanceled,
  returnCreated,
  returnLabelEmailed,
  returnNotCanceled,
  returnSubject,
} from "./audit.server";
import { type ReturnCredit, readReturnCredits } from "./read-return.server";
import { phaseOf, type RefundCase, type ReturnCase, unitsOf } from "./return-case.server";
import type { TimelineEvent } from "./schemas";
import { returnCases, returnRefunds } from "./tables.server";

type Event = Omit<TimelineEvent, "at"> & { at: Date | null };

/**
 * What happened with the returns of an order, the latest first: what staff did is from the record of changes, and what UPS and Shopify did from the
 * returns' own rows.
 * @param names the names of returns by Shopify's id
 */
export async function readTimeline(
  tx: ShopTransaction,
  shop: { domain: string; currency: string },
  orderId: string,
  names: ReadonlyMap<string, string>,
): Promise<TimelineEvent[]> {
  const { domain } = shop;
  const cases = await tx
    .select()
    .from(returnCases)
    .where(and(eq(returnCases.shop, domain), eq(returnCases.orderId, orderId)));
  const refunds = await tx
    .select()
    .from(returnRefunds)
    .where(and(eq(returnRefunds.shop, domain), eq(returnRefunds.orderId, orderId)));
  const credits = await readReturnCredits(tx, domain, eq(returnRefunds.orderId, orderId));
  const nameOf = (returnGid: string | null) => names.get(returnGid ?? "") ?? null;
  const events: Event[] = [
    ...cases.flatMap((row) =>
      eventsOfCase(row).map((event) => ({ ...event, return_name: nameOf(row.returnGid) })),
    ),
    ...refunds.flatMap((row) => {
      const credit = credits.find(({ returnGid }) => returnGid === row.returnGid);
      return eventsOfRefund(row, credit, shop.currency);
    }),
    ...(await changesOf(tx, domain, cases)).map(({ subjectId, ...event }) => ({
      ...event,
      return_name: nameOf(cases.find(({ id }) => id === subjectId)?.returnGid ?? null),
    })),
  ];
  return events
    .flatMap(({ at, ...event }) => (at ? [{ ...event, at: at.toISOString() }] : []))
    .sort((one, other) => other.at.localeCompare(one.at));
}

const PACKAGES = {
  labelCreated: "waits for the package",
  inTransit: "has the package",
  delivered: "delivered the package",
  exception: "reports a problem with the package",
} as const;

const FAILURES = { ups: "UPS", shopify: "Shopify", canceled: "Backroom" } as const;

/** The price of a label. Empty where UPS didn't say it. */
export const labelCost = ({
  labelCents,
  labelCurrency,
}: Pick<ReturnCase, "labelCents" | "labelCurrency">): string =>
  labelCents !== null && labelCurrency ? formatMoney(labelCents, labelCurrency) : "";

function eventsOfCase(row: ReturnCase): Omit<Event, "return_name">[] {
  const cost = labelCost(row);
  const units = unitsOf(row.lines);
  const bought = `bought the label ${row.trackingNumber}${cost && ` for ${cost}`}, for ${units} ${units === 1 ? "unit" : "units"}`;
  const status = row.packageStatus ? `: ${row.packageStatus}` : "";
  const isRefused = phaseOf(row) === "refused";
  return [
    { at: row.shipmentId ? row.startedAt : null, who: row.madeByName, text: bought },
    {
      at: isRefused ? row.finishedAt : null,
      who: FAILURES[row.failure ?? "shopify"],
      text: `refused the return: ${row.failureReason ?? "no reason was given."}`,
    },
    { at: row.returnCanceledAt, who: "Backroom", text: "undid the return in Shopify" },
    { at: row.labelVoidedAt, who: "Backroom", text: "voided the label" },
    {
      at: row.packageState ? row.packageStateAt : null,
      who: "UPS",
      text: `${PACKAGES[row.packageState ?? "labelCreated"]}${status}`,
    },
    { at: row.paidAt, who: "Backroom", text: "saw that the return was refunded" },
    { at: row.closedAt, who: "Backroom", text: "saw that the return was closed in Shopify" },
  ];
}

function eventsOfRefund(row: RefundCase, credit: ReturnCredit | undefined, currency: string): Event[] {
  const { returnName: return_name } = row;
  const problem = credit?.problem ? `: ${credit.problem}` : "";
  const refund =
    row.refundTo === "storeCredit"
      ? `, for a refund of ${formatMoney(row.amountCents, currency)} to store credit${problem}`
      : "";
  return [
    {
      at: row.processedAt,
      return_name,
      who: row.madeByName,
      text: `received the items (${dispositionsText(row)})${refund}`,
    },
    {
      at: row.state === "failed" ? row.finishedAt : null,
      return_name,
      who: "Shopify",
      text: `refused the receipt: ${row.problem ?? "no reason was given."}`,
    },
  ];
}

const DISPOSITIONS = { RESTOCKED: "restocked", NOT_RESTOCKED: "not restocked", MISSING: "missing" } as const;

/** "2 restocked, 1 missing". */
function dispositionsText({ lines }: RefundCase): string {
  const counts = Object.entries(DISPOSITIONS).map(([wanted, text]) => {
    const units = unitsOf(lines.filter(({ disposition }) => disposition === wanted));
    return units > 0 ? `${units} ${text}` : "";
  });
  return counts.filter(Boolean).join(", ");
}

/** What each recorded change of a return says. The others are in the rows. */
const CHANGES: Readonly<Record<string, (after: unknown, actor: string) => { who: string; text: string }>> = {
  [returnCreated.name]: (_after, who) => ({ who, text: "created the return in Shopify" }),
  [returnCanceled.name]: (_after, who) => ({ who, text: "canceled the return" }),
  [returnNotCanceled.name]: (after) => ({
    who: "Shopify",
    text: `refused to cancel the return: ${(after as { reason?: string } | null)?.reason ?? "no reason is recorded."}`,
  }),
  [returnLabelEmailed.name]: (_after, who) => ({ who, text: "had the label emailed to the customer" }),
};

async function changesOf(tx: ShopTransaction, shop: string, cases: readonly ReturnCase[]) {
  if (cases.length === 0) return [];
  const entries = await readEntriesOf(tx, shop, { type: returnSubject.name, ids: cases.map(({ id }) => id) });
  return entries.flatMap(({ action, subjectId, at, actorName, after }) => {
    const change = CHANGES[action]?.(after, actorName);
    return change ? [{ ...change, subjectId, at }] : [];
  });
}
