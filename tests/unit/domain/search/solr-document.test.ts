import { expect, test } from "vitest";
import type { SearchField } from "~/domain/search/hooks.server";
import type { SearchDocument } from "~/domain/search/search-document";
import { solrDocumentOf } from "~/domain/search/solr/document";
import { DYNAMIC_FIELDS, fieldName, typedField } from "~/domain/search/solr/typed-field";

/** The field of a product that has one metafield. */
const fieldOf = (metafield: { type: string; value: string }, field: Partial<SearchField>) =>
  typedField({ metafields: { "specs.x": metafield } } as never, {
    name: "specs.x",
    type: "String",
    output: true,
    search: false,
    ...field,
  });

test.each([
  ["number_integer", "42", "Integer", "specs_x_i", 42],
  ["number_decimal", "1.5", "Float", "specs_x_f", 1.5],
  ["single_line_text_field", "12", "Integer", "specs_x_i", 12],
  ["money", '{"amount":"9.90","currency_code":"USD"}', "Float", "specs_x_f", 9.9],
  ["boolean", "true", "Boolean", "specs_x_b", true],
  ["single_line_text_field", "false", "Boolean", "specs_x_b", false],
  ["date_time", "2026-03-01T10:00:00+02:00", "Date", "specs_x_dt", "2026-03-01T08:00:00.000Z"],
  ["list.number_integer", "[1,2]", "Integer", "specs_x_is", [1, 2]],
  ["number_integer", "42", "String", "specs_x_s", "42"],
] as const)("a metafield of the type %s with the value %s as %s", (type, value, declared, name, result) => {
  expect(fieldOf({ type, value }, { type: declared })).toMatchObject({
    field: { name, value: result },
    problem: null,
  });
});

test("a time without a zone is in UTC, whatever the zone of the process", () => {
  const { TZ } = process.env;
  process.env.TZ = "America/New_York";
  try {
    for (const value of ["2026-03-01T10:00:00", "2026-03-01T10:00"])
      expect(fieldOf({ type: "date_time", value }, { type: "Date" })).toMatchObject({
        field: { value: "2026-03-01T10:00:00.000Z" },
      });
  } finally {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  }
});

test("a text that is cut in the middle of a character has no half of it", () => {
  const long = `${"a".repeat(7_999)}😀`;
  const cut = `${"a".repeat(7_999)}\uFFFD`;
  expect(fieldOf({ type: "multi_line_text_field", value: long }, {})).toMatchObject({
    field: { value: cut },
  });
  const product = { tags: [], collections: [], options: [], skus: [], metafields: {}, description: long };
  const { document } = solrDocumentOf(product as never, { leftOut: [], metafields: null });
  expect(document).toMatchObject({ description_s: cut, _text_: expect.arrayContaining([cut]) });
});

test.each([
  ["single_line_text_field", "wide", "Float"],
  ["number_decimal", "1.5", "Integer"],
  ["number_integer", "3000000000", "Integer"],
  ["single_line_text_field", "tomorrow", "Date"],
  ["single_line_text_field", "yes", "Boolean"],
  ["number_decimal", "", "Float"],
] as const)("a metafield of the type %s with the value %j isn't a %s", (type, value, declared) => {
  expect(fieldOf({ type, value }, { type: declared })).toEqual({
    field: null,
    problem: `specs.x has a value that isn't of the type ${declared}.`,
  });
});

test("a product without the metafield has no field, and no problem", () => {
  const field = { name: "specs.x", type: "String", output: true, search: true } as const;
  expect(typedField({ metafields: {} } as never, field)).toEqual({ field: null, problem: null });
});

test("each name that a field can get matches one dynamic field of its type", () => {
  for (const type of ["string", "boolean", "pint", "plong", "pfloat", "pdate"] as const)
    for (const isList of [false, true])
      for (const isReturned of [false, true]) {
        const name = fieldName("specs.x", type, { isList, isReturned });
        const [longest] = DYNAMIC_FIELDS.filter((field) => name.endsWith(field.name.slice(1))).sort(
          (one, other) => other.name.length - one.name.length,
        );
        expect(longest).toMatchObject({ type, multiValued: isList, stored: isReturned });
      }
});

test("two sources of one field don't overwrite each other, and the one that is left out is named", () => {
  const product = (metafields: Record<string, string>): SearchDocument => ({
    id: 7,
    handle: "nut",
    title: "Nut",
    vendor: "Harbor",
    productType: "Nuts",
    tags: [],
    collections: [],
    image: null,
    price: null,
    compareAtPrice: null,
    currency: "USD",
    description: null,
    isAvailable: null,
    options: [],
    skus: [],
    createdAt: new Date(0),
    publishedAt: null,
    updatedAt: new Date(0),
    metafields: Object.fromEntries(
      Object.entries(metafields).map(([name, value]) => [name, { type: "single_line_text_field", value }]),
    ),
  });
  const metafields = ["custom.a_b", "custom_a.b", "product.type"].map(
    (name): SearchField => ({ name, type: "String", output: true, search: false }),
  );
  const fields = { leftOut: [], metafields };
  const both = solrDocumentOf(
    product({ "custom.a_b": "one", "custom_a.b": "other", "product.type": "Metal" }),
    fields,
  );
  expect(both.document).toMatchObject({ custom_a_b_s: "one", product_type_s: "Nuts" });
  expect(both.problems).toEqual([
    "nut: another field is named custom_a_b_s in Solr. custom_a.b was left out.",
    "nut: another field is named product_type_s in Solr. product.type was left out.",
  ]);
  // Otherwise the field would have one metafield in this product and the other metafield in others.
  expect(solrDocumentOf(product({ "custom_a.b": "other" }), fields).document).not.toHaveProperty(
    "custom_a_b_s",
  );
});
