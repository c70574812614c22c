import { expect, test } from "vitest";
import { readOr } from "~/platform/contract/answer-with-fallback.server";
import { DatabaseUnavailable, upstreamFailed } from "~/platform/errors";

test("a part of a page that another system refuses says why, and the rest of the page stays", async () => {
  const read = readOr("Codes could not be loaded", [], () =>
    Promise.reject(upstreamFailed("Shopify failed.")),
  );
  expect(await read).toEqual({ value: [], problem: "Codes could not be loaded: Shopify failed." });
});

test("without the database, no part looks empty: the whole page is loaded again", async () => {
  const lost = new DatabaseUnavailable(new Error("ECONNREFUSED"));
  await expect(readOr("Codes could not be loaded", [], () => Promise.reject(lost))).rejects.toBe(lost);
});
