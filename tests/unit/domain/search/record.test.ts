import { expect, test } from "vitest";
import { recordOf } from "~/domain/search/algolia/engine.server";
import type { SearchDocument } from "~/domain/search/search-document";
import type { Cents } from "~/platform/money/cents";

const document = (more: Partial<SearchDocument> = {}): SearchDocument => ({
  id: 7,
  handle: "nut",
  title: "Nut",
  vendor: "Harbor",
  productType: "Nuts",
  tags: [],
  collections: [],
  image: null,
  price: { from: 100 as Cents, to: 100 as Cents },
  currency: "USD",
  skus: ["NUT"],
  updatedAt: new Date("2026-10-01T00:00:00.900Z"),
  metafields: {},
  ...more,
});

test("times are whole Unix seconds, and a product without variants has no price", () => {
  const { record, problem } = recordOf(document({ price: null }), 10_000);
  expect(record).toMatchObject({ objectID: "7", updatedAt: 1_790_812_800, priceFromCents: null });
  expect(problem).toBeNull();
});

test("a product that is too large loses its metafields first, then the end of its longest list", () => {
  const long = { "specs.text": { type: "multi_line_text_field", value: "ß".repeat(6_000) } };
  const first = recordOf(document({ metafields: long }), 10_000);
  expect(first.record).not.toHaveProperty("metafields");
  expect(first.problem).toBe("nut: its metafields are too large for Algolia and were left out.");
  const skus = Array.from({ length: 2_000 }, (_unused, number) => `NUT-${number}`);
  const second = recordOf(document({ skus, tags: ["steel"] }), 10_000);
  expect(Buffer.byteLength(JSON.stringify(second.record))).toBeLessThanOrEqual(10_000);
  expect(second.record).toMatchObject({ tags: ["steel"] });
  expect((second.record.skus as string[]).length).toBeGreaterThan(100);
  // A larger plan has room for them.
  expect(recordOf(document({ metafields: long }), 20_000)).toMatchObject({
    record: { metafields: { specs: { text: "ß".repeat(6_000) } } },
    problem: null,
  });
});
