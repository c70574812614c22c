import { expect, test } from "vitest";
import { feesOf } from "~/functions/orderReturns/plan-return.server";
import { decimalsOf } from "~/platform/money/decimal";

/** What the column of the fee holds at most. */
const LARGEST_INTEGER = 2_147_483_647;

test.each(["USD", "JPY", "KWD"])(
  "a return shipping fee in %s that can't be stored is refused",
  (currency) => {
    const shop = { currency } as Parameters<typeof feesOf>[0];
    const fee = ((LARGEST_INTEGER + 1) / 10 ** decimalsOf(currency)).toFixed(decimalsOf(currency));
    expect(() => feesOf(shop, { restockingFee: 0, shippingFee: fee })).toThrow("isn't a valid amount");
  },
);
