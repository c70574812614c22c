import { describe, expect, test } from "vitest";
import { type ListRecord, listRowOf } from "~/domain/customers/list-row";
import { customerListRow } from "~/domain/customers/row";

const SHOP = { domain: "a.myshopify.com", currency: "USD" };

const record = (changes: Partial<ListRecord> = {}): ListRecord => ({
  id: "7",
  display_name: "Ann",
  first_name: null,
  last_name: null,
  email: null,
  tags: [],
  created_at: new Date("2026-03-01T00:00:00Z"),
  country_code: null,
  amount_spent_cents: "1250",
  email_marketing_state: null,
  metafields: {},
  position: [],
  total: null,
  ...changes,
});

describe("what a customer has spent", () => {
  test.each([
    ["no tag", [], 1250],
    ["a tag", ["amount_spent:12.05"], 1205],
    ["a tag with more decimals than the currency has", ["amount_spent:1.239"], 123],
    ["a tag without a valid amount", ["amount_spent:a lot"], 1250],
    ["more than can be counted", ["amount_spent:99999999999999999999"], 1250],
    ["more digits than a number has", [`amount_spent:${"9".repeat(400)}`], 1250],
  ])("%s", (_what, tags, cents) => {
    expect(listRowOf(record({ tags }), SHOP).amountSpentCents).toBe(cents);
  });
});

test("a row has the value of each metafield of the specification's row, and an empty text for a missing one", () => {
  const names = [
    ...["start_date", "end_date", "school", "course", "state"].map((key) => `stp.${key}`),
    ...["phone", "dob", "country", "link_distributor", "distributor_name"].map((key) => `profile.${key}`),
    ...["privacy_policy_consent", "email_policy_consent"].map((key) => `profile.${key}`),
  ];
  const metafields = Object.fromEntries(names.map((name) => [name, `the ${name}`]));
  const values = (each: ListRecord) => Object.values(listRowOf(each, SHOP));
  expect(values(record({ metafields }))).toEqual(expect.arrayContaining(Object.values(metafields)));
  expect(listRowOf(record(), SHOP)).toMatchObject({ stp_startDate: "", profile_dob: "" });
});

test("any row of the mirror becomes a row that matches the calls' schema", () => {
  const odd = [
    record({ tags: ["amount_spent:99999999999999999999"] }),
    record({ amount_spent_cents: "9223372036854775807" }),
    record({ amount_spent_cents: "-9223372036854775808" }),
    record({ metafields: { "stp.school": 7, "stp.course": null } as never }),
    record({ tags: ["", ":", "np:", "amount_spent:", "discount_limit:x:y"] }),
  ];
  for (const each of odd) expect(customerListRow.safeParse(listRowOf(each, SHOP)).success).toBe(true);
});
