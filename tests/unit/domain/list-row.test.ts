import { describe, expect, test } from "vitest";
import type { CallContext } from "~/core/context.server";
import { customerRow } from "~/domain/customers/list-row.server";

const reader = { shop: { domain: "a.myshopify.com", currency: "USD" } } as CallContext;

const rowWith = (tags: string[], cents = "1250") =>
  customerRow.of(
    {
      stp_startDate: "",
      stp_endDate: "",
      profile_dob: "",
      nationalPartner: tags,
      discount_limit: tags,
      amountSpentCents: { tags, cents },
    },
    reader,
  );

describe("what a customer has spent", () => {
  test.each([
    ["no tag", [], 1250],
    ["a tag", ["amount_spent:12.05"], 1205],
    ["a tag with more decimals than the currency has", ["amount_spent:1.239"], 123],
    ["a tag without a valid amount", ["amount_spent:a lot"], 1250],
    ["more than can be counted", ["amount_spent:99999999999999999999"], 1250],
    ["more digits than a number has", [`amount_spent:${"9".repeat(400)}`], 1250],
  ])("%s", (_what, tags, cents) => {
    expect(rowWith(tags).amountSpentCents).toBe(cents);
  });

  test("an amount that can't be counted exactly isn't shown as another one", () => {
    expect(() => rowWith([], "9223372036854775807")).toThrow(RangeError);
  });
});

test("any tags and any amount of the mirror match the calls' schema", () => {
  const { amountSpentCents, nationalPartner, discount_limit } = customerRow.schema.shape;
  const odd = [
    rowWith(["amount_spent:99999999999999999999"]),
    rowWith([], String(Number.MAX_SAFE_INTEGER)),
    rowWith([], "-1"),
    rowWith(["", ":", "np:", "amount_spent:", "discount_limit:x:y"]),
  ];
  for (const row of odd) {
    expect(amountSpentCents.safeParse(row.amountSpentCents).success).toBe(true);
    expect(nationalPartner.safeParse(row.nationalPartner).success).toBe(true);
    expect(discount_limit.safeParse(row.discount_limit).success).toBe(true);
  }
});
