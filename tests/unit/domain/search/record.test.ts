import { expect, test } from "vitest";
import { recordOf } from "~/domain/search/algolia/record";
import { type SearchDocument, textOfHtml } from "~/domain/search/search-document";
import type { Cents } from "~/platform/money/cents";
import { withMachineFactor } from "../../../support/machine-factor.ts";

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
  compareAtPrice: null,
  currency: "USD",
  description: null,
  isAvailable: true,
  options: [],
  skus: ["NUT"],
  createdAt: new Date(0),
  publishedAt: null,
  updatedAt: new Date("2026-10-01T00:00:00.900Z"),
  metafields: {},
  ...more,
});

const ALL = { leftOut: [] };

test("times are whole Unix seconds, and a product without variants has no price", () => {
  const { record, problem } = recordOf(document({ price: null }), ALL, 10_000);
  expect(record).toMatchObject({ objectID: "7", updatedAt: 1_790_812_800, priceFromCents: null });
  expect(problem).toBeNull();
});

test("a field that is left out isn't in the record, and neither is a metafield", () => {
  const fabric = { "specs.fabric": { type: "single_line_text_field", value: "Linen" } };
  const product = document({
    description: "Soft.",
    options: [{ name: "Size", values: ["S", "M"] }],
    metafields: fabric,
  });
  expect(recordOf(product, ALL, 10_000).record).toMatchObject({
    description: "Soft.",
    options: { Size: ["S", "M"] },
    available: true,
    metafields: { specs: { fabric: "Linen" } },
  });
  const { record } = recordOf(product, { leftOut: ["description", "price", "specs.fabric"] }, 10_000);
  for (const name of ["description", "priceFromCents", "priceToCents"])
    expect(record).not.toHaveProperty(name);
  expect(record.metafields).toEqual({});
});

test("a description is indexed without its markup", () => {
  expect(
    textOfHtml(
      "<style>p{}</style><p>Fits&nbsp;M&amp;L</p><ul><li>5&#160;cm</li><li>&unknown; &#x41;</li></ul>",
    ),
  ).toBe("Fits M&L 5 cm &unknown; A");
});

test("a description of signs that end nowhere is kept, and read immediately", {
  timeout: withMachineFactor(1_000),
}, () => {
  for (const text of ["<".repeat(50_000), "<!--".repeat(20_000), "<script".repeat(20_000), "M < L <b"])
    expect(textOfHtml(`<b>From</b> ${text}`)).toBe(`From ${text}`);
});

test("a product that is too large loses its metafields first, then its description, then the end of its longest list", () => {
  const long = { "specs.text": { type: "multi_line_text_field", value: "ß".repeat(6_000) } };
  const first = recordOf(document({ metafields: long }), ALL, 10_000);
  expect(first.record).not.toHaveProperty("metafields");
  expect(first.problem).toBe("nut: its metafields are too large for Algolia and were left out.");
  const verbose = recordOf(document({ description: "ß".repeat(6_000) }), ALL, 10_000);
  expect(verbose.record).not.toHaveProperty("description");
  expect(verbose.problem).toBe(
    "nut: too large for Algolia. Its metafields and its description were left out.",
  );
  const skus = Array.from({ length: 2_000 }, (_unused, number) => `NUT-${number}`);
  const second = recordOf(document({ skus, tags: ["steel"] }), ALL, 10_000);
  expect(Buffer.byteLength(JSON.stringify(second.record))).toBeLessThanOrEqual(10_000);
  expect(second.record).toMatchObject({ tags: ["steel"] });
  expect((second.record.skus as string[]).length).toBeGreaterThan(100);
  // A larger plan has room for them.
  expect(recordOf(document({ metafields: long }), ALL, 20_000)).toMatchObject({
    record: { metafields: { specs: { text: "ß".repeat(6_000) } } },
    problem: null,
  });
});
