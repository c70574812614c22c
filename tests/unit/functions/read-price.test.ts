import { expect, test } from "vitest";
import { isSkippedTime, parseEffectiveDate, readPrice } from "~/functions/bulkprice/states";

test.each([
  ["12.5", "USD", 1_250, false],
  ["12.500", "USD", 1_250, false],
  ["888.885", "USD", 88_889, true],
  ["888.884", "USD", 88_888, true],
  ["0.995", "USD", 100, true],
  ["1.5", "JPY", 2, true],
  // A number can't hold this last digit.
  ["12.50000000000000001", "USD", 1_250, true],
  ["99999999.99", "USD", 9_999_999_999, false],
])("%s %s is %i cents, rounded: %s", (written, currency, cents, isRounded) => {
  expect(readPrice(written, currency)).toEqual({ cents, isRounded });
});

test.each(["", "-1", "1,5", "1e3", "99999999.995", "100000000"])("%j isn't a price", (written) => {
  expect(readPrice(written, "USD")).toBeNull();
});

test.each(["03-14-2027 02:30:00", "03-14-2027 2:30 AM", "03/14/2027 2:30:00 AM", "2027-03-14 2:30"])(
  "%j doesn't exist in New York",
  (text) => {
    expect(parseEffectiveDate(text, "America/New_York")).toBeNull();
    expect(isSkippedTime(text, "America/New_York")).toBe(true);
  },
);

test.each(["09-05-2027", "09/05/2027", "2027-09-05"])(
  "%s begins at 1:00 in Santiago, where the clocks skip midnight",
  (text) => {
    expect(parseEffectiveDate(text, "America/Santiago")?.toISOString()).toBe("2027-09-05T04:00:00.000Z");
    expect(parseEffectiveDate(`${text} 00:00:00`, "America/Santiago")).toBeNull();
  },
);
