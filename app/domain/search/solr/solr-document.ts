import type { SolrDocument } from "~/connectors/solr/port";
import type { SearchField } from "../hooks.server";
import type { SearchDocument } from "../search-document";
import { fieldName, fieldNamesOf, typedField } from "./typed-field";

/** The field that Solr's default configuration searches when a query names none. It isn't returned. */
const SEARCHED = "_text_";

/**
 * A product as a document of Solr, with the metafields that are declared as search fields. Amounts are in cents. A metafield whose
 * field would have the name of one of these, or of a metafield that is declared before it, is left out.
 * @returns what was left out, as sentences
 */
export function solrDocumentOf(
  document: SearchDocument,
  fields: readonly SearchField[],
): { document: SolrDocument; problems: string[] } {
  const { id, handle, title, vendor, productType, tags, collections, image, price, currency, skus } =
    document;
  const titles = collections.map((collection) => collection.title);
  const searched = [title, vendor, productType, ...tags, ...titles, ...skus];
  const list = { isList: true };
  const result: Record<string, unknown> = {
    [fieldName("handle", "string")]: handle,
    [fieldName("title", "string")]: title,
    [fieldName("vendor", "string")]: vendor,
    [fieldName("product_type", "string")]: productType,
    [fieldName("tags", "string", list)]: tags,
    [fieldName("collections", "string", list)]: titles,
    [fieldName("collection_handles", "string", list)]: collections.map((collection) => collection.handle),
    [fieldName("collection_ids", "plong", list)]: collections.map((collection) => collection.id),
    [fieldName("currency", "string")]: currency,
    [fieldName("skus", "string", list)]: skus,
    [fieldName("updated_at", "pdate")]: document.updatedAt.toISOString(),
  };
  if (image) result[fieldName("image", "string")] = image;
  if (price) {
    result[fieldName("price_from_cents", "plong")] = price.from;
    result[fieldName("price_to_cents", "plong")] = price.to;
  }
  const problems: string[] = [];
  const taken = new Set(Object.keys(result));
  for (const declared of fields) {
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
