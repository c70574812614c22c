import { sql } from "drizzle-orm";
import { ACTIONS_GROUP, definePalette } from "~/core/palette/define-palette.server";
import { selectOrderNames } from "~/domain/orders/read-orders.server";

/** Words before an order's number that someone types for the action. */
const VERBS = /^((process|create|start)\s+)?(a\s+)?return\s+((for|of)\s+)?(order\s+)?/i;

/** Opens the order, and the form of a return when something is left to return. */
export const returnsInPalette = definePalette({
  name: "Process a return",
  group: ACTIONS_GROUP,
  for: "showOrderReturns",
  find({ text }) {
    const names = selectOrderNames(text.replace(VERBS, "").trim());
    return (
      names &&
      sql`SELECT name AS key, 'Process a return for order ' || name AS title, NULL AS detail FROM (${names}) AS orders`
    );
  },
  address: ({ key }) => `/orderReturns?${new URLSearchParams({ value: key, new: "1" })}`,
});
