import { lineTotalCents, type OrderLineRow } from "../orders/rows.ts";
import type { ReturnLine, ReturnRow } from "./rows.ts";

/** The restocking fee of units of a line. */
export const restockingFeeCents = (
  { restockingPercent = 0 }: Pick<ReturnLine, "restockingPercent">,
  item: OrderLineRow,
  quantity: number,
): number => Math.round((lineTotalCents(item, quantity) * restockingPercent) / 100);

/** What is refunded for units of a return: their price after discounts without restocking fees. The shipping fee is kept once. */
export function suggestedCents(
  { lines, shipping_fee_cents: shippingFee }: ReturnRow,
  items: readonly OrderLineRow[],
  parts: ReadonlyArray<{ id: number; quantity: number }>,
): { subtotal: number; amount: number } {
  let [subtotal, fees] = [0, lines.some(({ processed }) => processed > 0) ? 0 : shippingFee];
  for (const { id, quantity } of parts) {
    const line = lines.find((one) => one.id === id);
    const item = items.find((one) => one.id === line?.lineId);
    if (!line || !item) continue;
    subtotal += lineTotalCents(item, quantity);
    fees += restockingFeeCents(line, item, quantity);
  }
  return { subtotal, amount: Math.max(0, subtotal - fees) };
}
