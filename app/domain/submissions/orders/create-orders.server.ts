import { and, asc, eq, gt, or, sql } from "drizzle-orm";
import { createMissingDefinition } from "~/connectors/shopify/create-missing-definition.server";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { DataOf, UserError } from "~/connectors/shopify/operation";
import {
  orderDeliveries,
  promoOrderCreate,
  rewardCustomer,
} from "~/connectors/shopify/operations/promo-orders";
import type { OrderCreateOrderInput } from "~/connectors/shopify/operations/schema.generated";
import { type AdminApi, type CallOptions, NoAnswer } from "~/connectors/shopify/port";
import { isOurs } from "~/core/intents/intent-definition.server";
import { LostLease } from "~/core/intents/intents.server";
import { finishIntent, finishOpenIntents } from "~/core/intents/run-intent.server";
import { findShop, type Shop } from "~/platform/auth/shops.server";
import { type Clock, systemClock } from "~/platform/clock";
import { withShop } from "~/platform/db/with-shop.server";
import { defineTask, NIGHTLY_SPREAD_MINUTES, requestTask } from "~/platform/jobs/task.server";
import { lockSubmissions, type Submission } from "../submission.server";
import { promotions, submissions } from "../tables.server";
import { countryCodeOf } from "./country-codes";
import { completeAttempt, orderIdOf, refuseAttempt } from "./end-attempt.server";
import {
  ATTEMPT_METAFIELD,
  CREATE_ORDERS,
  findOrder,
  type OrderAttempt,
  orderAttempt,
} from "./order-attempt.server";
import { type DeliveryReport, recordDelivery } from "./record-delivery.server";
import { orderAttempts } from "./tables.server";

interface OrderTools {
  adminApi: AdminApi;
  clock: Clock;
  call: CallOptions;
}

/** Shopify's search may be behind by this long. Until then, an order that isn't found may still exist. */
const INDEX_LAG_SECONDS = 60;
/** When an order that was sent is looked up for the first time, and then each time again. */
const LOOK_UP_AFTER_SECONDS = 5;
/** Between two runs, so that attempts that fail each time don't keep the task busy. */
const MIN_DELAY_MS = 2_000;

const finishAttempts = finishOpenIntents(orderAttempt, (abandoned, signal) =>
  finishIntent(orderAttempt, abandoned, (attempt, lease) =>
    settleAttempt(
      {
        adminApi: liveAdminApi(attempt.shop),
        clock: systemClock,
        call: { priority: "bulk", signal, beforeSending: lease.assertHeld },
      },
      attempt,
    ),
  ),
);

/**
 * Creates the orders of approvals that can no longer be undone, and resolves those whose outcome is unknown. A new attempt's lease ends
 * with the time to undo, so it is claimed like an abandoned one.
 */
export const createOrders = defineTask({
  ...finishAttempts,
  runsAtStart: true,
  async run(shop, signal) {
    await finishAttempts.run(shop, signal);
    await requestNextRun(shop);
  },
});

/** A request for this task is dropped while an earlier one waits, so the next attempt that becomes due is requested here. */
async function requestNextRun(shop: string): Promise<void> {
  const [next] = await withShop(shop, (tx) =>
    tx
      .select({ at: sql<Date | null>`min(${orderAttempts.leaseUntil})`.mapWith(orderAttempts.leaseUntil) })
      .from(orderAttempts)
      .where(and(eq(orderAttempts.shop, shop), eq(orderAttempts.state, "started"))),
  );
  const earliest = Date.now() + MIN_DELAY_MS;
  if (next?.at)
    await requestTask(CREATE_ORDERS, shop, { startAfter: new Date(Math.max(+next.at, earliest)) });
}

/** Completes or refuses a claimed attempt, or leaves it for a later look. */
async function settleAttempt(tools: OrderTools, attempt: OrderAttempt): Promise<void> {
  const { adminApi, clock, call } = tools;
  if (attempt.sentAt) {
    const order = await findOrder(adminApi, attempt.id, call);
    if (order) return completeAttempt(attempt, order, clock.now());
    if (+clock.now() - +attempt.sentAt < INDEX_LAG_SECONDS * 1_000)
      return postpone(attempt, LOOK_UP_AFTER_SECONDS);
  }
  const order = await readOrderInput(attempt);
  if ("problem" in order) return refuseAttempt(attempt, order.problem, clock.now());
  await ensureDefinition(tools, attempt.shop);
  // The submission's address was confirmed, so its order belongs to the customer who has it.
  const { customer } = await adminApi.run(rewardCustomer, { email: order.input.email ?? "" }, call);
  await markSent(attempt);
  return sendOrder(tools, attempt, {
    ...order.input,
    ...(customer && { customer: { toAssociate: { id: customer.id } } }),
  });
}

async function sendOrder(
  { adminApi, clock, call }: OrderTools,
  attempt: OrderAttempt,
  order: Extract<OrderInput, { input: unknown }>["input"],
): Promise<void> {
  const options = { inventoryBehaviour: "DECREMENT_OBEYING_POLICY", sendReceipt: false } as const;
  try {
    const { orderCreate } = await adminApi.run(promoOrderCreate, { order, options }, call);
    if (orderCreate?.order) return await completeAttempt(attempt, orderCreate.order, clock.now());
    const errors = orderCreate?.userErrors ?? [];
    // Without a reason, or when the metafield's value is taken, the order of an earlier request may exist.
    if (errors.length === 0 || errors.some(isAboutMetafield))
      return await postpone(attempt, LOOK_UP_AFTER_SECONDS);
    await refuseAttempt(attempt, problemOf(errors), clock.now());
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    if (!error.mayBeDone) await markUnsent(attempt);
    await postpone(attempt, LOOK_UP_AFTER_SECONDS);
  }
}

const isAboutMetafield = ({ field }: UserError): boolean => field?.includes("metafields") ?? false;

function problemOf(errors: readonly UserError[]): string {
  if (errors.some(({ code }) => code === "INVENTORY_CLAIM_FAILED"))
    return "The reward is out of stock, so no order was created.";
  const words = [...new Set(errors.map(({ message }) => message))].join(" ");
  const isAddress = errors.some(({ field }) => field?.includes("shippingAddress"));
  return isAddress
    ? `Shopify didn't accept the shipping address: ${words}`
    : `Shopify didn't create the order: ${words}`;
}

async function readOrderInput({ shop, id, submissionId }: OrderAttempt): Promise<OrderInput> {
  const installed = await findShop(shop);
  if (!installed) return { problem: "The app is no longer installed in this shop." };
  return withShop(shop, async (tx) => {
    const [submission] = await lockSubmissions(tx, shop, [submissionId]);
    if (!submission) return { problem: "The submission no longer exists." };
    const [promotion] = await tx
      .select({ variantId: promotions.rewardVariantId })
      .from(promotions)
      .where(and(eq(promotions.shop, shop), eq(promotions.id, submission.promotionId)));
    if (!promotion) return { problem: "The promotion no longer exists." };
    return orderInputOf(installed, submission, { attemptId: id, variantId: promotion.variantId });
  });
}

/** Committed before the order is sent. @throws LostLease */
async function markSent(attempt: OrderAttempt): Promise<void> {
  const { rowCount } = await update(attempt, { sentAt: sql`clock_timestamp()` as unknown as Date });
  if (rowCount !== 1) throw new LostLease(orderAttempt);
}

/** The request certainly didn't reach Shopify. */
const markUnsent = (attempt: OrderAttempt) => update(attempt, { sentAt: attempt.sentAt });

/** Leaves the attempt open until a later look. */
async function postpone(attempt: OrderAttempt, seconds: number): Promise<void> {
  await update(attempt, {
    leaseUntil: sql`clock_timestamp() + make_interval(secs => ${seconds})` as unknown as Date,
  });
}

const update = (attempt: OrderAttempt, set: Partial<OrderAttempt>) =>
  withShop(attempt.shop, (tx) => tx.update(orderAttempts).set(set).where(isOurs(orderAttempt, attempt)));

/** The shops whose metafield this process has seen defined. */
const defined = new Set<string>();

/** Shopify keeps the values of a metafield unique only with a definition of the type `id`. */
async function ensureDefinition({ adminApi, call }: OrderTools, shop: string): Promise<void> {
  if (defined.has(shop)) return;
  const definition = {
    ...ATTEMPT_METAFIELD,
    ownerType: "ORDER",
    name: "Promotion attempt",
    type: "id",
    capabilities: { uniqueValues: { enabled: true } },
  } as const;
  await createMissingDefinition(adminApi, { definition, purpose: "of promotion orders" }, call);
  defined.add(shop);
}

const ORDERS_PER_REQUEST = 50;
/** The slowest international mail takes eight weeks. Without tracking, a shipment is never reported as delivered. */
const DAYS_AFTER_SHIPMENT = 60;

/** Reads the orders that aren't shipped yet, and those that may still be delivered, once a day: webhooks get lost. */
export const refreshDeliveries = defineTask({
  name: "submissions.refresh-deliveries",
  schedule: {
    cron: "20 4 * * *",
    due: "EXISTS (SELECT FROM submissions AS due WHERE due.shop = shops.shop AND due.fulfillment_status IN ('Unfulfilled', 'Shipped'))",
    spreadMinutes: NIGHTLY_SPREAD_MINUTES,
  },
  async run(shop, signal) {
    const adminApi = liveAdminApi(shop);
    for (let after = 0; !signal.aborted; ) {
      const found = await readOpenOrders(shop, after);
      const last = found.at(-1);
      if (!last) return;
      after = last.id;
      const versions = new Map(found.map(({ orderId, version }) => [orderId, version]));
      const ids = found.map(({ orderId }) => `gid://shopify/Order/${orderId}`);
      const { nodes } = await adminApi.run(orderDeliveries, { ids }, { priority: "bulk", signal });
      for (const node of nodes) {
        const report = node && "id" in node ? reportOf(node) : undefined;
        if (!report || !node || !("id" in node)) continue;
        const orderId = orderIdOf(node.id);
        await recordDelivery(shop, orderId, report, versions.get(orderId));
      }
    }
  },
});

const readOpenOrders = (shop: string, after: number) =>
  withShop(shop, (tx) =>
    tx
      .select({ id: submissions.id, orderId: submissions.orderId, version: submissions.version })
      .from(submissions)
      .where(
        and(
          eq(submissions.shop, shop),
          or(
            eq(submissions.fulfillmentStatus, "Unfulfilled"),
            and(
              eq(submissions.fulfillmentStatus, "Shipped"),
              gt(submissions.shippedAt, sql`now() - make_interval(days => ${DAYS_AFTER_SHIPMENT})`),
            ),
          ),
          gt(submissions.id, after),
        ),
      )
      .orderBy(asc(submissions.id))
      .limit(ORDERS_PER_REQUEST),
  );

type Order = Extract<NonNullable<DataOf<typeof orderDeliveries>["nodes"][number]>, { id: string }>;

function reportOf({ cancelledAt, cancelReason, fulfillments }: Order): DeliveryReport | undefined {
  if (cancelledAt) return { is: "canceled", reason: cancelReason?.toLowerCase() ?? "no reason" };
  const shipped = fulfillments.find(({ status }) => status === "SUCCESS");
  if (!shipped) return { is: "unshipped", trackingNumber: null };
  const trackingNumber = shipped.trackingInfo[0]?.number ?? null;
  return shipped.deliveredAt || shipped.displayStatus === "DELIVERED"
    ? { is: "delivered", at: new Date(shipped.deliveredAt ?? shipped.createdAt), trackingNumber }
    : { is: "shipped", at: new Date(shipped.createdAt), trackingNumber };
}

/** The order of a submission, or why there can't be one. */
type OrderInput = { input: OrderCreateOrderInput } | { problem: string };

/** Makes the order of a submission: its reward, free of charge, to its shipping address. */
function orderInputOf(
  { currency }: Pick<Shop, "currency">,
  submission: Submission,
  { attemptId, variantId }: { attemptId: string; variantId: number },
): OrderInput {
  if (!submission.email) return { problem: "The customer's data was erased, so no order was created." };
  const countryCode = countryCodeOf(submission.shippingCountry);
  if (!countryCode)
    return {
      problem: `“${submission.shippingCountry}” isn't a country that Shopify ships to. Deny the submission, or place the order in Shopify.`,
    };
  const free = { shopMoney: { amount: "0", currencyCode: currency } } as NonNullable<
    NonNullable<OrderCreateOrderInput["lineItems"]>[number]["priceSet"]
  >;
  return {
    input: {
      email: submission.email,
      financialStatus: "PAID",
      lineItems: [{ variantId: `gid://shopify/ProductVariant/${variantId}`, quantity: 1, priceSet: free }],
      metafields: [{ ...ATTEMPT_METAFIELD, type: "id", value: attemptId }],
      note: `Promotion submission ${submission.id}`,
      sourceIdentifier: attemptId,
      tags: ["promotion"],
      shippingAddress: {
        firstName: submission.shippingFirstName,
        lastName: submission.shippingLastName,
        address1: submission.shippingAddress1,
        address2: submission.shippingAddress2,
        city: submission.shippingCity,
        zip: submission.shippingPostalCode,
        countryCode,
        ...provinceOf(submission.shippingState),
        // The form takes ten digits, which are a number elsewhere only with another code.
        phone:
          submission.shippingPhone && CODE_1_COUNTRIES.has(countryCode)
            ? `+1${submission.shippingPhone}`
            : null,
      },
    },
  };
}

/** Where telephone numbers begin with +1. */
const CODE_1_COUNTRIES: ReadonlySet<string> = new Set(
  "AG AI AS BB BM BS CA DM DO GD GU JM KN KY LC MP MS PR SX TC TT US VC VG VI".split(" "),
);

const provinceOf = (state: string) =>
  /^[A-Za-z]{2,3}$/.test(state) ? { provinceCode: state.toUpperCase() } : { province: state };
