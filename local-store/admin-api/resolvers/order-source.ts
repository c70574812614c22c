import type { OrderLineRow, OrderRow } from "../../orders/rows.ts";

/** An order as a resolver source. Its lines are set if they were read with it, as in bulk operations. */
export type OrderSource = OrderRow & { __typename: "Order"; lines?: OrderLineRow[] };

/** An order as a resolver source. */
export const orderSource = (row: OrderRow): OrderSource => ({ ...row, __typename: "Order" });
