import { addCents, type Cents, cents, NO_CENTS, sumCents, timesCents } from "~/platform/money/cents";
import { parseAmountOrZero } from "~/platform/money/decimal";
import { formatMoney } from "~/platform/money/format-money";
import { FactList } from "~/ui/FactList";
import { isQuantityValid } from "../return-rules";
import type { ReturnLineItem } from "../schemas";

interface Fees {
  restockingPercent: number;
  restockingProblem?: string;
  shippingCents: Cents;
  shippingProblem?: string;
}

/** What was entered as fees, with what is wrong with it. */
export function readFees(restocking: string, shipping: string, currency: string): Fees {
  const text = restocking.trim() || "0";
  const isPercent = /^\d{1,3}(\.\d{1,2})?$/.test(text) && Number(text) <= 100;
  const shippingCents = parseAmountOrZero(shipping.trim() || "0", currency);
  return {
    restockingPercent: isPercent ? Number(text) : 0,
    restockingProblem: isPercent ? undefined : "Enter a percentage from 0 to 100.",
    shippingCents: shippingCents ?? NO_CENTS,
    shippingProblem: shippingCents === null ? "Enter an amount." : undefined,
  };
}

interface ExpectedRefundProps {
  items: readonly { line: ReturnLineItem; quantity: number }[];
  fees: Fees;
  currency: string;
}

/** What the customer gets back when the items have arrived. */
export function ExpectedRefund({ items, fees, currency }: ExpectedRefundProps) {
  const chosen = items.filter(({ line, quantity }) => isQuantityValid(quantity, line.returnableQuantity));
  const price = sumCents(chosen.map(({ line, quantity }) => timesCents(line.unitCents, quantity)));
  const restocking = cents(Math.round((price * fees.restockingPercent) / 100));
  const kept = addCents(restocking, fees.shippingCents);
  const refund = cents(Math.max(0, price - kept));
  return (
    <FactList
      facts={[
        { name: "Items", value: formatMoney(price, currency) },
        ...(kept > 0 ? [{ name: "Fees", value: `−${formatMoney(kept, currency)}` }] : []),
        { name: "Refund before taxes, once the items arrive", value: formatMoney(refund, currency) },
      ]}
    />
  );
}
