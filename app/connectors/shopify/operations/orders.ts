import { operation } from "../operation";

/** An order's customer. Null when the customer was deleted, and for an order without one. */
export const orderCustomer = operation(
  "query OrderCustomer($id: ID!) { order(id: $id) { customer { id } } }",
);
