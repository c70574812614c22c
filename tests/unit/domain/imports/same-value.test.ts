import { expect, test } from "vitest";
import { isSameValue } from "~/domain/customers/imports/same-value";

test.each([
  ["country", "", "CA", { countryCode: "CA" }, true],
  ["country", "Canada", "CA", {}, true],
  ["country", "Canada", "US", { countryCode: "US" }, false],
  ["startdate", "09/01/2026", "2026-09-01", {}, true],
  ["dob", "2001-02-03T00:00:00Z", "2001-02-03", {}, true],
  ["startdate", "5/1/2024", "2024-05-01", {}, true],
  ["startdate", "5/1/2024", "2024-01-05", {}, false],
  ["startdate", "45413", "2024-05-01", {}, true],
  ["startdate", "spring", "2024-05-01", {}, false],
  ["startdate", "", "2024-05-01", {}, false],
  ["startdate", "5/1/2024", "", {}, false],
  ["email_policy_consent", "", "0", {}, true],
  ["email_policy_consent", "", "0", { isSubscribed: true }, false],
  ["email_policy_consent", "1", "0", {}, false],
  ["email_policy_consent", "true", "0", {}, true],
  ["email_policy_consent", "true", "0", { isSubscribed: true }, false],
  ["email_policy_consent", "true", "1", {}, false],
  ["privacy_policy_consent", "", "0", { isSubscribed: true }, true],
  ["school", " Harbor ", "Harbor", {}, true],
  ["school", "", "Harbor", {}, false],
] as const)("%s: %s is read back as %s", (name, before, after, person, isSame) =>
  expect(isSameValue({ name, before, after }, person)).toBe(isSame),
);
