import { liveAdminApi } from "~/connectors/shopify/live.server";
import { orderContact } from "~/connectors/shopify/operations/orders";
import type { CallOptions } from "~/connectors/shopify/port";
import { customerNumber } from "~/domain/customers/mirror-row";
import type { OrderContact } from "./paid-order";

/** Who gets an order's coupons, as Shopify has it now. @returns null for an order that doesn't exist */
export async function readOrderContact(
  shop: string,
  orderId: number,
  call: CallOptions,
): Promise<(OrderContact & { name: string }) | null> {
  const { order } = await liveAdminApi(shop).run(
    orderContact,
    { id: `gid://shopify/Order/${orderId}` },
    call,
  );
  if (!order) return null;
  const { customer } = order;
  return {
    name: order.name,
    email: order.email || customer?.defaultEmailAddress?.emailAddress || null,
    customerName: customer?.firstName || customer?.displayName || "",
    customerId: customer ? customerNumber(customer.id) : null,
  };
}
