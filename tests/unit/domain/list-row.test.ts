import { describe, expect, test } from "vitest";
import { customerListRow, type ListRecord, listRowOf } from "~/domain/customers/list-row";

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

  test("an amount that can't be counted exactly isn't shown as another one", () => {
    expect(() => listRowOf(record({ amount_spent_cents: "9223372036854775807" }), SHOP)).toThrow(RangeError);
  });
});

test("a row has the value of each metafield of the specification's row, and an empty text for a missing one", () => {
  const metafieldOf = {
    stp_startDate: "stp.start_date",
    stp_endDate: "stp.end_date",
    stp_school: "stp.school",
    stp_course: "stp.course",
    stp_state: "stp.state",
    profile_phone: "profile.phone",
    profile_dob: "profile.dob",
    profile_country: "profile.country",
    profile_link_distributor: "profile.link_distributor",
    profile_distributor_name: "profile.distributor_name",
    profile_privacy_policy_consent: "profile.privacy_policy_consent",
    profile_email_policy_consent: "profile.email_policy_consent",
  };
  const metafields = Object.fromEntries(Object.values(metafieldOf).map((name) => [name, name]));
  expect(listRowOf(record({ metafields }), SHOP)).toMatchObject(metafieldOf);
  expect(listRowOf(record(), SHOP)).toMatchObject({ stp_startDate: "", profile_dob: "" });
});

test("any row of the mirror becomes a row that matches the calls' schema", () => {
  const odd = [
    record({ tags: ["amount_spent:99999999999999999999"] }),
    record({ amount_spent_cents: String(Number.MAX_SAFE_INTEGER) }),
    record({ amount_spent_cents: "-1" }),
    record({ metafields: { "stp.school": 7, "stp.course": null } as never }),
    record({ tags: ["", ":", "np:", "amount_spent:", "discount_limit:x:y"] }),
  ];
  for (const each of odd) expect(customerListRow.safeParse(listRowOf(each, SHOP)).success).toBe(true);
});
