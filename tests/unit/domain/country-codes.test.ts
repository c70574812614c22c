import { expect, test } from "vitest";
import { countryCodeOf } from "../../../app/domain/submissions/orders/country-codes.ts";

test.each([
  ["United States", "US"],
  [" usa ", "US"],
  ["ca", "CA"],
  // Names that an old code has too.
  ["France", "FR"],
  ["United Kingdom", "GB"],
  ["uk", "GB"],
  ["Serbia", "RS"],
])("%s is %s", (country, code) => {
  expect(countryCodeOf(country)).toBe(code);
});

test.each(["America", "XX", "zz", "Eurozone", "Puerto Rico", ""])("“%s” isn't a country", (text) => {
  expect(countryCodeOf(text)).toBeUndefined();
});
