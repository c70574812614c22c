import { type Store, transaction } from "../data/database.ts";
import { shopifyNow } from "../data/instants.ts";
import type { UserError } from "../data/rows.ts";
import { insertCodes, TAKEN } from "./insert-codes.ts";
import type { DiscountRow } from "./rows.ts";

/** A discount to create with its first code. One of `percentage` and `amountCents` is set. */
export interface DiscountInput {
  title: string;
  code: string;
  percentage: number | null;
  amountCents: number | null;
  oncePerCustomer: boolean;
  usageLimit: number | null;
  startsAt: Date | null;
  endsAt: Date | null;
}

/** Creates a discount with its first code. Codes are unique in the shop, whatever their case. */
export async function createDiscount(
  store: Store,
  shop: string,
  input: DiscountInput,
): Promise<{ discount: DiscountRow | null; userErrors: UserError[] }> {
  const userErrors = problemsOf(input);
  if (userErrors.length > 0) return { discount: null, userErrors };
  return transaction(store, async (client) => {
    const { rows: taken } = await client.query(
      "SELECT FROM discount_codes WHERE shop = $1 AND lower(code) = lower($2)",
      [shop, input.code],
    );
    if (taken.length > 0)
      return { discount: null, userErrors: [{ field: ["basicCodeDiscount", "code"], ...TAKEN }] };
    const { rows } = await client.query<DiscountRow>(
      `INSERT INTO discounts (shop, title, percentage, amount_cents, once_per_customer, usage_limit, starts_at, ends_at, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING *`,
      [
        shop,
        input.title,
        input.percentage,
        input.amountCents,
        input.oncePerCustomer,
        input.usageLimit,
        input.startsAt,
        input.endsAt,
        shopifyNow(store),
      ],
    );
    const discount = rows[0] as DiscountRow;
    await insertCodes(client, discount, [input.code]);
    return { discount, userErrors: [] };
  });
}

function problemsOf(input: DiscountInput): UserError[] {
  const errors: UserError[] = [];
  const refuse = (path: string[], code: string, message: string) =>
    errors.push({ field: ["basicCodeDiscount", ...path], code, message });
  if (input.title.trim() === "") refuse(["title"], "BLANK", "Title can't be blank");
  if (input.code.trim() === "") refuse(["code"], "BLANK", "Code can't be blank");
  if (input.code.length > 255) refuse(["code"], "TOO_LONG", "Code is too long (maximum is 255 characters)");
  if (!input.startsAt) refuse(["startsAt"], "BLANK", "Starts at can't be blank");
  if (input.startsAt && input.endsAt && input.endsAt <= input.startsAt)
    refuse(["endsAt"], "END_DATE_BEFORE_START_DATE", "Ends at needs to be after starts_at");
  if (input.percentage === null && input.amountCents === null)
    refuse(["customerGets", "value"], "BLANK", "Value can't be blank");
  if (input.percentage !== null && (input.percentage <= 0 || input.percentage > 1))
    refuse(
      ["customerGets", "value", "percentage"],
      "VALUE_OUTSIDE_RANGE",
      "Value must be between 0.0 and 1.0",
    );
  if (input.amountCents !== null && input.amountCents <= 0)
    refuse(
      ["customerGets", "value", "discountAmount", "amount"],
      "GREATER_THAN",
      "Value must be greater than 0",
    );
  if (input.usageLimit !== null && input.usageLimit <= 0)
    refuse(["usageLimit"], "GREATER_THAN", "Usage limit must be greater than 0");
  return errors;
}
