import { and, eq, inArray } from "drizzle-orm";
import { liveEkata } from "~/connectors/ekata/live.server";
import {
  type Ekata,
  type EkataTransaction,
  type RiskLevel,
  riskLevel,
  type Thresholds,
} from "~/connectors/ekata/port";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import {
  type OrderContacts,
  orderContacts,
  orderRiskAssessmentCreate,
} from "~/connectors/shopify/operations/order-risk";
import { type AdminApi, refuseUserErrors } from "~/connectors/shopify/port";
import type { ReportContext } from "~/core/reports/report-declaration.server";
import { ekataConnection } from "~/domain/ekata/connection.server";
import { orderGid } from "~/domain/orders/mirror-row";
import { isoDateIn } from "~/platform/dates/instant";
import { acquireLock, type HeldLock } from "~/platform/db/lock.server";
import { withShop } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import { definePruning, olderThan } from "~/platform/jobs/prune.server";
import { ekataChecks } from "./tables.server";

type Check = typeof ekataChecks.$inferSelect;

/** What the report says of an order. */
export interface AssessedOrder {
  check: Check | null;
  level: RiskLevel | null;
  isCached: boolean;
  /** Whether it was written to the order, and if not, why; or why the order wasn't checked. */
  outcome: string;
}

interface Tools {
  ekata: Ekata;
  adminApi: AdminApi;
  thresholds: Thresholds;
  context: ReportContext;
  /** YYYY-MM-DD in the shop's calendar. */
  day: string;
  refresh: boolean;
  /** When the report began. A newer answer isn't paid for again, also with `refresh`. */
  startedAt: Date;
}

/** How many orders are assessed at the same time. */
const CONCURRENCY = 5;

/** How long a report waits for the orders of another one before it checks whether it was canceled. */
const LOCK_WAIT_MS = 5_000;

/** What the report says of each order in its last column. */
const WRITTEN = "written";

const WRITTEN_EARLIER = "written earlier today";

const NOT_WRITTEN_FULFILLED = "not written: fulfilled";

/** Why an order wasn't checked. */
const DELETED = "the order was deleted";

const NO_CONTACTS = "the order has no contact details";

/** Opens what orders are assessed with. @throws 409 when Ekata isn't set up */
export async function openTools(context: ReportContext, refresh: boolean): Promise<Tools> {
  const { domain, timeZone } = context.shop;
  const { mediumFrom, highFrom, ...access } = await ekataConnection.access(domain);
  const startedAt = new Date();
  return {
    ekata: liveEkata(access),
    adminApi: liveAdminApi(domain),
    thresholds: { mediumFrom: Number(mediumFrom), highFrom: Number(highFrom) },
    context,
    day: isoDateIn(startedAt, timeZone),
    refresh,
    startedAt,
  };
}

/**
 * Assesses orders: asks Ekata about those that have no answer of today, and writes the risk to those that aren't fulfilled.
 * @param numbers at most `CONTACTS_PER_CALL`
 * @returns by the order's number
 * @throws a 502 refusal when Ekata or Shopify doesn't answer. What was answered until then is kept.
 */
export async function assessOrders(
  tools: Tools,
  numbers: readonly number[],
): Promise<Map<number, AssessedOrder>> {
  const { context } = tools;
  const lock = await waitForLock(context);
  try {
    const signal = AbortSignal.any([context.signal, lock.lost]);
    return await assessLocked({ ...tools, context: { ...context, signal } }, numbers);
  } finally {
    await lock.release();
  }
}

/**
 * Reports of a shop take turns, so that the second one finds the first one's answers instead of paying for them again. A turn is a
 * few orders, so both make progress.
 */
async function waitForLock({ shop, signal }: ReportContext): Promise<HeldLock> {
  for (;;) {
    signal.throwIfAborted();
    const lock = await acquireLock(`ekata ${shop.domain}`, LOCK_WAIT_MS);
    if (lock) return lock;
  }
}

async function assessLocked(tools: Tools, numbers: readonly number[]): Promise<Map<number, AssessedOrder>> {
  const { adminApi, context } = tools;
  const call = { priority: "bulk", signal: context.signal } as const;
  const { nodes } = await adminApi.run(orderContacts, { ids: numbers.map(orderGid) }, call);
  const contacts = new Map(
    nodes.flatMap((node) => (node && "email" in node ? [[node.id, node as OrderContacts] as const] : [])),
  );
  const stored = await readChecks(tools, numbers);
  const results = new Map<number, AssessedOrder>();
  for (let first = 0; first < numbers.length; first += CONCURRENCY) {
    context.signal.throwIfAborted();
    // Also those beside one that fails: their answers are paid for, and another report may ask as soon as the lock is released.
    const outcomes = await Promise.allSettled(
      numbers.slice(first, first + CONCURRENCY).map(async (number) => {
        const order = contacts.get(orderGid(number));
        results.set(number, await assessOrder(tools, number, order, stored.get(number)));
      }),
    );
    const failed = outcomes.find((outcome) => outcome.status === "rejected");
    if (failed) throw failed.reason;
  }
  return results;
}

async function readChecks(
  { context: { shop }, day }: Tools,
  numbers: readonly number[],
): Promise<Map<number, Check>> {
  const rows = await withShop(shop.domain, (tx) =>
    tx
      .select()
      .from(ekataChecks)
      .where(
        and(
          eq(ekataChecks.shop, shop.domain),
          eq(ekataChecks.day, day),
          inArray(ekataChecks.orderId, [...numbers]),
        ),
      ),
  );
  return new Map(rows.map((row) => [row.orderId, row]));
}

async function assessOrder(
  tools: Tools,
  number: number,
  order: OrderContacts | undefined,
  stored: Check | undefined,
): Promise<AssessedOrder> {
  if (!order) return uncheckedOrder(DELETED);
  try {
    const check = stored && isUsable(tools, stored) ? stored : await askEkata(tools, number, order);
    if (!check) return uncheckedOrder(NO_CONTACTS);
    const level = riskLevel(check.riskScore, tools.thresholds);
    // What this report asked before a crash isn't an earlier check.
    const isCached = check.operationId !== tools.context.operationId;
    return { check, level, isCached, outcome: await writeRisk(tools, order, check, level) };
  } catch (error) {
    // Ekata can't assess this order. The others may be all right.
    if (error instanceof Refusal && error.status === 400 && error.code === "EKATA_REFUSED")
      return uncheckedOrder(error.message);
    throw error;
  }
}

/** With `refresh`, only an answer of this report, or one that another report got while this one waited for its turn. */
const isUsable = ({ refresh, startedAt, context }: Tools, { operationId, checkedAt }: Check): boolean =>
  !refresh || operationId === context.operationId || checkedAt > startedAt;

const uncheckedOrder = (reason: string): AssessedOrder => ({
  check: null,
  level: null,
  isCached: false,
  outcome: `not checked: ${reason}`,
});

/** @returns null for an order without contact details */
async function askEkata(
  { ekata, context: { shop, operationId, signal }, day }: Tools,
  number: number,
  order: OrderContacts,
): Promise<Check | null> {
  const transaction = transactionOf(order);
  if (!transaction) return null;
  const { riskScore, networkScore } = await ekata.assess(transaction, signal);
  const result = {
    riskScore,
    networkScore,
    checkedAt: new Date(),
    operationId,
    writtenLevel: null,
    writtenAt: null,
  };
  const row = { shop: shop.domain, orderId: number, day, ...result };
  await withShop(shop.domain, (tx) =>
    tx
      .insert(ekataChecks)
      .values(row)
      .onConflictDoUpdate({
        target: [ekataChecks.shop, ekataChecks.orderId, ekataChecks.day],
        set: result,
      }),
  );
  return row;
}

/**
 * Writes a risk to an order that isn't fulfilled, unless the order has it. The same answer may mean another level than before,
 * because the owner changed from which score on a risk is high.
 * @returns the outcome in words
 */
async function writeRisk(
  { adminApi, context: { shop, operationId, signal } }: Tools,
  order: OrderContacts,
  check: Check,
  level: RiskLevel,
): Promise<string> {
  if (check.writtenLevel === level) return check.operationId === operationId ? WRITTEN : WRITTEN_EARLIER;
  if (order.displayFulfillmentStatus === "FULFILLED") return NOT_WRITTEN_FULFILLED;
  const input = { orderId: order.id, riskLevel: level, facts: factsOf(check, level) };
  try {
    const { orderRiskAssessmentCreate: answer } = await adminApi.run(
      orderRiskAssessmentCreate,
      { input },
      { priority: "bulk", signal },
    );
    refuseUserErrors("write the risk", answer);
  } catch (error) {
    if (error instanceof Refusal && error.code === "SHOPIFY_REFUSED") return `not written: ${error.message}`;
    throw error;
  }
  await withShop(shop.domain, (tx) =>
    tx
      .update(ekataChecks)
      .set({ writtenLevel: level, writtenAt: new Date() })
      .where(
        and(
          eq(ekataChecks.shop, shop.domain),
          eq(ekataChecks.orderId, check.orderId),
          eq(ekataChecks.day, check.day),
          // Not a newer answer, which has its own write.
          eq(ekataChecks.operationId, check.operationId),
        ),
      ),
  );
  return WRITTEN;
}

/** Shown beside the risk in the Shopify admin. */
function factsOf({ riskScore, networkScore }: Check, level: RiskLevel) {
  const sentiment = level === "HIGH" ? "NEGATIVE" : level === "LOW" ? "POSITIVE" : "NEUTRAL";
  if (riskScore === null)
    return [{ description: "Ekata couldn't assess this order.", sentiment: "NEUTRAL" as const }];
  return [
    { description: `Ekata identity risk score: ${riskScore} of 500`, sentiment } as const,
    ...(networkScore === null
      ? []
      : [
          {
            description: `Ekata identity network score: ${networkScore} of 1`,
            sentiment: "NEUTRAL" as const,
          },
        ]),
  ];
}

const CHECKS_KEPT_DAYS = 90;

/** Reports have only the answers of their own day. */
export const forgetOldChecks = definePruning({
  name: "ekata.forget-old-checks",
  cron: "55 3 * * *",
  what: "Answers of Ekata",
  days: CHECKS_KEPT_DAYS,
  rows: [{ table: "ekata_checks", where: olderThan("checked_at", CHECKS_KEPT_DAYS) }],
});

type Address = OrderContacts["billingAddress"];

const orNothing = (text: string | null | undefined): string | undefined => text?.trim() || undefined;

function personOf<Person extends "primary" | "secondary">(
  person: Person,
  address: Address,
  phone?: string | null,
): EkataTransaction {
  return {
    [`${person}.name`]: orNothing(address?.name),
    [`${person}.phone`]: orNothing(address?.phone ?? phone),
    [`${person}.address.street_line_1`]: orNothing(address?.address1),
    [`${person}.address.city`]: orNothing(address?.city),
    [`${person}.address.state_code`]: orNothing(address?.provinceCode),
    [`${person}.address.postal_code`]: orNothing(address?.zip),
    [`${person}.address.country_code`]: orNothing(address?.countryCodeV2),
  };
}

/** What Ekata gets of an order: who pays, who receives, and from where. Null for an order without any contact details. */
function transactionOf(order: OrderContacts): EkataTransaction | null {
  const { billingAddress, shippingAddress, email, phone, clientIp } = order;
  const contacts: EkataTransaction = {
    ip_address: orNothing(clientIp),
    "primary.email_address": orNothing(email),
    ...personOf("primary", billingAddress ?? shippingAddress, phone),
    ...(billingAddress && shippingAddress ? personOf("secondary", shippingAddress) : {}),
  };
  if (Object.values(contacts).every((value) => value === undefined)) return null;
  return { transaction_id: order.id.split("/").at(-1), transaction_time: order.processedAt, ...contacts };
}
