/**
 * The orders that the report counts, over `orders_of_shop AS o` and with the period as $1 and $2. Test orders and canceled orders
 * sold nothing.
 */
export const IS_SOLD =
  "o.processed_at >= $1 AND o.processed_at < $2 AND NOT o.test AND o.cancelled_at IS NULL";
