/** How long submissions wait, on the dashboard and in the list of approvals. */
import { expect, test } from "vitest";
import { formatWaitingTime } from "~/functions/promo/ui/lists";

test.each([
  [0, "0 seconds"],
  [59, "59 seconds"],
  [60, "1 minute"],
  [119, "1 minute"],
  [120, "2 minutes"],
  [3_599, "59 minutes"],
  [3_600, "1 hour"],
  [7_200, "2 hours"],
  [215_999, "59 hours"],
  [216_000, "2 days"],
  [1_295_999, "14 days"],
  [1_296_000, "Over a Month"],
])("%d seconds of waiting are shown as %s", (seconds, text) => {
  expect(formatWaitingTime(seconds)).toBe(text);
});
