import { type Store, transaction } from "../data/database.ts";
import type { UserError } from "../data/rows.ts";
import { mergeTags, parseTags, subtractTags, tagErrors } from "../data/tags.ts";
import { changeOrder, lockOrder } from "./change-order.ts";
import { OrderRefusedError, toUserErrors } from "./order-refused-error.ts";
import type { OrderRow, RiskAssessment } from "./rows.ts";

/** The result: the current order, or user errors. */
export interface OrderUpdate {
  order: OrderRow | null;
  userErrors: UserError[];
  /** Whether anything changed. Adding an existing tag changes nothing. */
  changed: boolean;
}

/** Columns that can be edited after an order was placed. */
export type OrderEdit = Partial<
  Pick<OrderRow, "email" | "phone" | "note" | "tags" | "custom_attributes" | "shipping_address">
>;

/** Edits an order. */
export function updateOrder(store: Store, shop: string, id: number, edit: OrderEdit): Promise<OrderUpdate> {
  return edited(store, shop, id, () => edit);
}

/** Adds tags. An existing tag keeps its case. */
export function addOrderTags(
  store: Store,
  shop: string,
  id: number,
  tags: readonly string[],
): Promise<OrderUpdate> {
  return edited(store, shop, id, (order) => ({ tags: mergeTags(order.tags, parseTags(tags)) }));
}

/** Removes tags, ignoring case. Missing tags are ignored. */
export function removeOrderTags(
  store: Store,
  shop: string,
  id: number,
  tags: readonly string[],
): Promise<OrderUpdate> {
  return edited(store, shop, id, (order) => ({ tags: subtractTags(order.tags, parseTags(tags)) }));
}

async function edited(
  store: Store,
  shop: string,
  id: number,
  editOf: (order: OrderRow) => OrderEdit,
): Promise<OrderUpdate> {
  return transaction<OrderUpdate>(store, async (client) => {
    const order = await lockOrder(client, shop, id, "id");
    const edit = editOf(order);
    const userErrors = tagErrors(edit.tags ?? []);
    if (userErrors.length > 0) return { order: null, userErrors, changed: false };
    const changed = Object.entries(edit).some(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(order[name as keyof OrderRow]),
    );
    return {
      order: changed ? await changeOrder(client, store, order, edit) : order,
      userErrors: [],
      changed,
    };
  }).catch((error: unknown) => ({ order: null, userErrors: toUserErrors(error), changed: false }));
}

const MAX_FACTS = 20;

/** Adds an app's assessment of an order's risk, in place of its earlier one. Queues `orders/risk_assessment_changed`. */
export async function assessRisk(
  store: Store,
  shop: string,
  id: number,
  assessment: RiskAssessment,
): Promise<OrderUpdate> {
  const path = "orderRiskAssessmentInput";
  return transaction<OrderUpdate>(store, async (client) => {
    const order = await lockOrder(client, shop, id, [path, "orderId"]);
    if (order.fulfillment_status === "FULFILLED")
      throw new OrderRefusedError(
        [path, "orderId"],
        "Risk assessments can't be added to a fulfilled order.",
        "ORDER_ALREADY_FULFILLED",
      );
    if (assessment.facts.length > MAX_FACTS)
      throw new OrderRefusedError(
        [path, "facts"],
        `At most ${MAX_FACTS} facts are allowed.`,
        "TOO_MANY_FACTS",
      );
    const others = order.risks.filter(({ provider }) => provider !== assessment.provider);
    const risks = [...others, assessment];
    const after = await changeOrder(client, store, order, { risks }, ["orders/risk_assessment_changed"]);
    return { order: after, userErrors: [], changed: true };
  }).catch((error: unknown) => ({ order: null, userErrors: toUserErrors(error), changed: false }));
}
