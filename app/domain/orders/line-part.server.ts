import type { MirrorPart } from "~/core/mirrors/mirror-part.server";
import type { LineRow, OrderRow } from "./mirror-row";

/** The lines of the mirror's orders. */
export const linePart: MirrorPart<OrderRow, LineRow> = {
  table: "order_lines",
  parent: "order_id",
  columns: [
    ["position", "integer"],
    ["sku", "text"],
    ["title", "text"],
    ["quantity", "integer"],
    ["current_quantity", "integer"],
    ["price_cents", "bigint"],
    ["total_cents", "bigint"],
    ["group_id", "text"],
    ["group_title", "text"],
    ["group_sku", "text"],
    ["group_quantity", "integer"],
    ["attributes", "jsonb"],
  ],
  rowsOf: ({ lines }) => lines,
  // Changes of lines are reported with their order.
  onChange: async () => {},
};
