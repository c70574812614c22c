import type { SolrDocument } from "~/connectors/solr/port";
import type { IndexFields, ProductField } from "../index-fields";
import type { SearchDocument } from "../search-document";
import { AVAILABLE, cutText, fieldName, fieldNamesOf, optionField, typedField } from "./typed-field";

/** The field that Solr's default configuration searches. It isn't returned. */
const SEARCHED = "_text_";

const list = { isList: true };

type Properties = Record<string, unknown>;

const isoOf = (date: Date | null): string | undefined => date?.toISOString();

const OPTION_FIELD = /^option_(.+)_ss$/;

/** The fields of a product in Solr. Without a value, there is none. Amounts are in cents. */
const FIELDS: Record<ProductField, (document: SearchDocument) => Properties> = {
  description: ({ description }) => ({
    [fieldName("description", "string")]: cutText(description ?? "") || undefined,
  }),
  vendor: ({ vendor }) => ({ [fieldName("vendor", "string")]: vendor || undefined }),
  productType: ({ productType }) => ({ [fieldName("product_type", "string")]: productType || undefined }),
  tags: ({ tags }) => ({ [fieldName("tags", "string", list)]: tags }),
  collections: ({ collections }) => ({
    [fieldName("collections", "string", list)]: collections.map(({ title }) => title),
    [fieldName("collection_handles", "string", list)]: collections.map(({ handle }) => handle),
    [fieldName("collection_ids", "plong", list)]: collections.map(({ id }) => id),
  }),
  image: ({ image }) => ({ [fieldName("image", "string")]: image ?? undefined }),
  price: ({ price }) => ({
    [fieldName("price_from_cents", "plong")]: price?.from,
    [fieldName("price_to_cents", "plong")]: price?.to,
  }),
  compareAtPrice: ({ compareAtPrice }) => ({
    [fieldName("compare_at_from_cents", "plong")]: compareAtPrice?.from,
    [fieldName("compare_at_to_cents", "plong")]: compareAtPrice?.to,
  }),
  availability: ({ isAvailable }) => ({ [AVAILABLE]: isAvailable ?? undefined }),
  options({ options }) {
    const values: Record<string, string[]> = {};
    // Two options may have one field: Größe and Gr_ße.
    for (const option of options)
      values[optionField(option.name)] = [
        ...new Set([...(values[optionField(option.name)] ?? []), ...option.values]),
      ];
    return values;
  },
  skus: ({ skus }) => ({ [fieldName("skus", "string", list)]: skus }),
  createdAt: ({ createdAt }) => ({ [fieldName("created_at", "pdate")]: isoOf(createdAt) }),
  publishedAt: ({ publishedAt }) => ({ [fieldName("published_at", "pdate")]: isoOf(publishedAt) }),
  updatedAt: ({ updatedAt }) => ({ [fieldName("updated_at", "pdate")]: isoOf(updatedAt) }),
};

const PRODUCT_FIELDS = Object.entries(FIELDS) as [ProductField, (document: SearchDocument) => Properties][];

/** What a search without a field's name finds a product by, beside its title. */
const SEARCHED_TEXTS: Partial<Record<ProductField, (document: SearchDocument) => readonly string[]>> = {
  vendor: ({ vendor }) => [vendor],
  productType: ({ productType }) => [productType],
  tags: ({ tags }) => tags,
  collections: ({ collections }) => collections.map(({ title }) => title),
  skus: ({ skus }) => skus,
  options: ({ options }) => options.flatMap(({ values }) => values),
  description: ({ description }) => (description ? [cutText(description)] : []),
};

/**
 * A product as a document of Solr, with the metafields of the index. A metafield whose field would have the name of one of the
 * product's own, or of a metafield that is declared before it, is left out.
 * @returns what was left out, as sentences
 */
export function solrDocumentOf(
  document: SearchDocument,
  { leftOut, metafields }: IndexFields,
): { document: SolrDocument; problems: string[] } {
  const { id, handle, title, currency } = document;
  const result: Properties = {
    [fieldName("handle", "string")]: handle,
    [fieldName("title", "string")]: title,
    [fieldName("currency", "string")]: currency,
  };
  const searched = [title];
  const taken = new Set(Object.keys(result));
  for (const [field, read] of PRODUCT_FIELDS) {
    const properties = read(document);
    for (const name of Object.keys(properties)) taken.add(name);
    if (leftOut.includes(field)) continue;
    for (const [name, value] of Object.entries(properties)) if (value !== undefined) result[name] = value;
  }
  for (const [field, read] of Object.entries(SEARCHED_TEXTS))
    if (!leftOut.includes(field)) searched.push(...read(document));
  const problems: string[] = [];
  for (const declared of metafields ?? []) {
    const { field, problem } = typedField(document, declared);
    if (problem) problems.push(`${handle}: ${problem} It was left out.`);
    const isTaken = field !== null && taken.has(field.name);
    // Also when this product doesn't have the metafield: the field must not have one metafield here and another one there.
    for (const name of fieldNamesOf(declared)) taken.add(name);
    if (isTaken)
      problems.push(
        `${handle}: another field is named ${field.name} in Solr. ${declared.name} was left out.`,
      );
    if (!field || isTaken) continue;
    result[field.name] = field.value;
    if (declared.search) searched.push(...field.texts);
  }
  return {
    document: { ...result, id: String(id), [SEARCHED]: searched.filter((text) => text !== "") },
    problems,
  };
}

/** Names of a product's fields in Solr, whatever the product has. */
const NAMES = Object.entries({
  title: [fieldName("title", "string")],
  handle: [fieldName("handle", "string")],
  ...Object.fromEntries(
    PRODUCT_FIELDS.map(([field, read]) => [
      field,
      Object.keys(read({ tags: [], collections: [], options: [], skus: [] } as never)),
    ]),
  ),
});

/**
 * What a document says about each field. A metafield that results don't return can't be read.
 * @param metafields of the index
 */
export function valuesOf(document: Readonly<Properties>, { metafields }: IndexFields): Map<string, unknown> {
  const values = new Map<string, unknown>(
    NAMES.map(([field, names]) => [
      field,
      names.length === 1 ? document[names[0] as string] : names.map((name) => document[name]),
    ]),
  );
  const options = Object.entries(document).flatMap(([name, value]): [string, unknown][] => {
    const option = OPTION_FIELD.exec(name)?.[1];
    return option ? [[option, value]] : [];
  });
  if (options.length > 0) values.set("options" satisfies ProductField, Object.fromEntries(options));
  for (const declared of metafields ?? [])
    if (declared.output)
      values.set(
        declared.name,
        fieldNamesOf(declared).flatMap((name) => document[name] ?? []),
      );
  return values;
}
