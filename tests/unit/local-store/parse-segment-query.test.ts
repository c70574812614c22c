import { expect, test } from "vitest";
import { parseSegmentQuery } from "../../../local-store/admin-api/segments/parse-segment-query.ts";

const tag = (name: string, isNegated = false) => ({ fact: { kind: "tag", tag: name }, isNegated });
const subscribed = (channel: string) => ({ fact: { kind: "subscribed", channel }, isNegated: false });

test.each([
  ["customer_tags CONTAINS 'AIC'", [tag("AIC")]],
  ["customer_tags NOT CONTAINS 'AIC'", [tag("AIC", true)]],
  ["email_subscription_status = 'SUBSCRIBED'", [subscribed("email")]],
  ["sms_subscription_status='SUBSCRIBED'", [subscribed("sms")]],
  [
    "customer_tags NOT CONTAINS 'AIC'  AND sms_subscription_status = 'SUBSCRIBED' AND customer_tags CONTAINS 'np:a b'",
    [tag("AIC", true), subscribed("sms"), tag("np:a b")],
  ],
  ["customer_tags CONTAINS ' this AND that '", [tag("this AND that")]],
])("reads %s", (query, conditions) => {
  expect(parseSegmentQuery(query)).toEqual(conditions);
});

test.each([
  "",
  "   ",
  "AND",
  "customer_tags CONTAINS 'AIC' AND",
  "customer_tags CONTAINS 'AIC' email_subscription_status = 'SUBSCRIBED'",
  "customer_tags CONTAINS 'AIC' OR email_subscription_status = 'SUBSCRIBED'",
  "(customer_tags CONTAINS 'AIC')",
  "customer_tags = 'AIC'",
  "customer_tags CONTAINS AIC",
  'customer_tags CONTAINS "AIC"',
  "customer_tags CONTAINS ''",
  "customer_tags CONTAINS '  '",
  "customer_tags CONTAINS 'AIC",
  "customer_tags CONTAINS 'it\\'s'",
  "customer_tags CONTAINS ('AIC', 'B')",
  "customer_tags IS NULL",
  "NOT customer_tags CONTAINS 'AIC'",
  "email_subscription_status = 'PENDING'",
  "email_subscription_status != 'SUBSCRIBED'",
  "number_of_orders > 1",
  "customer_tags CONTAINS 'AIC' AND number_of_orders > 1",
])("refuses %s, and names what is supported", (query) => {
  expect(() => parseSegmentQuery(query)).toThrow(
    `does not implement the segment query "${query}". Supported are customer_tags CONTAINS 'tag'`,
  );
});
