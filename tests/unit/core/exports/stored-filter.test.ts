import { expect, test } from "vitest";
import { app } from "../../../support/app.ts";

test("an export without its stored filter can't be read", () => {
  const exports = [...app.declarations.exports.values()];
  expect(exports.length).toBeGreaterThan(10);
  for (const { filter } of exports) expect(filter.safeParse(undefined).success).toBe(false);
});
