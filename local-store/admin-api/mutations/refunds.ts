import { type GraphQLResolveInfo, Kind } from "graphql";
import { type Store, transaction } from "../../data/database.ts";
import type { UserError } from "../../data/rows.ts";
import { lockOrder } from "../../orders/change-order.ts";
import { toUserErrors } from "../../orders/order-refused-error.ts";
import { findOrder } from "../../orders/read-orders.ts";
import { bookRefund, type NewRefund } from "../../orders/refund-order.ts";
import type { OrderRow, RefundLine, RefundRow } from "../../orders/rows.ts";
import { badRequest, notImplemented } from "../errors.ts";
import { idOfType } from "../gid.ts";
import { parsePrice } from "../parse-money-input.ts";
import { type RefundMethod, transfersOf } from "../refund-transfers.ts";
import { orderSource } from "../resolvers/order-source.ts";
import { refundSource } from "../resolvers/refund.ts";
import type { TypeResolvers } from "../resolvers/types.ts";

interface RefundInput {
  orderId: string;
  note?: string | null;
  refundDuties?: unknown[] | null;
  refundLineItems?: Array<{
    lineItemId: string;
    quantity: number;
    restockType?: RefundLine["restockType"] | null;
  }> | null;
  refundMethods?: RefundMethod[] | null;
  shipping?: { amount?: unknown; fullRefund?: boolean | null } | null;
  transactions?: Array<{ amount: unknown; parentId?: string | null; kind: string }> | null;
}

/** The mutation of refunds. */
export const refundMutations: TypeResolvers = {
  refundCreate: async (_root, { input }: { input: RefundInput }, context, info) => {
    if (input.refundDuties?.length) throw notImplemented("refunds of duties");
    if (input.shipping?.fullRefund) throw notImplemented("fullRefund of shipping");
    const { store, shop } = context;
    const price = (amount: unknown) => parsePrice(amount, shop.currency);
    const payments = (input.transactions ?? []).map(({ amount, parentId, kind }) => {
      if (kind !== "REFUND" || !parentId)
        throw notImplemented("transactions other than refunds of a payment");
      return { parentId, cents: price(amount) };
    });
    const result = await refundOnce(store, shop.domain, idOfType(input.orderId, "Order"), {
      transfers: transfersOf(payments, input.refundMethods ?? []),
      lines: (input.refundLineItems ?? []).map(({ lineItemId, quantity, restockType }) => ({
        lineId: idOfType(lineItemId, "LineItem"),
        quantity,
        restockType: restockType ?? "NO_RESTOCK",
      })),
      shippingCents: input.shipping?.amount ? price(input.shipping.amount) : 0,
      note: input.note,
      idempotencyKey: idempotencyKey(info),
    });
    if (!result.refund) return { refund: null, order: null, userErrors: result.userErrors };
    context.store.counters.mutation(shop.domain, "refundCreate", result.refund.id, true);
    const order = orderSource(result.order);
    return { refund: refundSource(result.refund, order), order, userErrors: [] };
  },
};

/** The key of the directive `@idempotent`, which this mutation requires. */
function idempotencyKey(info: GraphQLResolveInfo): string {
  const directive = info.fieldNodes[0]?.directives?.find(({ name }) => name.value === "idempotent");
  const value = directive?.arguments?.find(({ name }) => name.value === "key")?.value;
  const key =
    value?.kind === Kind.VARIABLE
      ? info.variableValues.coerced[value.name.value]
      : value && "value" in value && value.value;
  if (typeof key !== "string" || key === "")
    throw badRequest("The @idempotent directive is required for this mutation but was not provided.");
  return key;
}

type Refunded = { order: OrderRow; refund: RefundRow } | { refund: null; userErrors: UserError[] };

/** Returns the first refund again when its idempotency key is repeated. */
async function refundOnce(store: Store, shop: string, orderId: number, input: NewRefund): Promise<Refunded> {
  return transaction<Refunded>(store, async (client) => {
    const order = await lockOrder(client, shop, orderId, ["orderId"]);
    const { rows } = await client.query<RefundRow>(
      "SELECT * FROM refunds WHERE shop = $1 AND idempotency_key = $2",
      [shop, input.idempotencyKey],
    );
    if (rows[0]) {
      const refunded = await findOrder(client, shop, rows[0].order_id);
      return { order: refunded ?? order, refund: rows[0] };
    }
    return bookRefund(client, store, order, input);
  }).catch((error: unknown) => ({ refund: null, userErrors: toUserErrors(error) }));
}
