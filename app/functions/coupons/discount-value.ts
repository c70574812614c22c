import type { DiscountByCodeQuery } from "~/connectors/shopify/operations/discounts.generated";
import { parseDecimal } from "~/platform/money/decimal";
import type { StoredPool } from "./pool.server";

type CodeDiscount = NonNullable<DiscountByCodeQuery["codeDiscountNodeByCode"]>["codeDiscount"];
type BasicDiscount = Extract<CodeDiscount, { __typename: "DiscountCodeBasic" }>;

/** What a discount in Shopify takes off, as a pool has it: a percentage or an amount, or neither for a value of another kind. */
export function discountValue(
  { customerGets: { value } }: Pick<BasicDiscount, "customerGets">,
  currency: string,
): Pick<StoredPool, "percent" | "amountCents"> {
  return {
    // A share times 100 has digits that aren't the percentage's: 0.07 is 7.000000000000001 %.
    percent:
      value.__typename === "DiscountPercentage"
        ? Math.round(Math.abs(value.percentage) * 10_000) / 100
        : null,
    amountCents: value.__typename === "DiscountAmount" ? parseDecimal(value.amount.amount, currency) : null,
  };
}
