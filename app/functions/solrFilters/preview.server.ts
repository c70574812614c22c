import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import { readUsedMetafields } from "~/domain/products/read-metafields.server";
import { inTime, openPublished, searchEngines } from "~/domain/search/inspect/search-engines.server";
import { fieldName } from "~/domain/search/solr/typed-field";
import { withShop } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import { findCollection } from "./collection-filters.server";
import { PRICE } from "./fields";
import { publishedFilters, readConfigured } from "./publish/publication-store.server";

const ANSWER_WITHIN_MS = 10_000;
/** Of each filter. Far more than a theme shows: the options that aren't shown are counted, too. */
const MAX_VALUES = 10_000;

export const filterPreview = z.object({
  /** How many products of the collection the live index has. Null when it can't be read. */
  total: z.number().int().nullable(),
  /** Why the index can't be read. */
  problem: z.string().nullable(),
  /** Whether shoppers see something else until the filters are published. */
  isUnpublished: z.boolean(),
  /** The filters that are shown, in their order. */
  filters: z.array(
    z.object({
      name: z.string(),
      caption: z.string(),
      /** Checkbox, Radio, Range, Swatches or Dropdown. */
      control: z.string(),
      expand: z.boolean(),
      counts: z.boolean(),
      /** Empty for a range, and while the index can't be read. */
      options: z.array(z.object({ value: z.string(), caption: z.string(), count: z.number().int() })),
    }),
  ),
});
export type FilterPreview = z.infer<typeof filterPreview>;

/** The field of a collection's products in the Solr index. */
const COLLECTION = fieldName("collection_ids", "plong", { isList: true });

/**
 * The filters of a collection as a theme would show them now, with the number of products of each option in the live index
 * (docs/storefront-filters.mjs is the theme's part).
 * @throws 404 for a collection that doesn't exist
 */
export async function readPreview(context: CallContext, collectionId: number): Promise<FilterPreview> {
  const { domain } = context.shop;
  await findCollection(context, collectionId);
  const configured = await readConfigured(domain, collectionId);
  const types = await withShop(domain, (tx) => readUsedMetafields(tx, domain));
  const filters = publishedFilters(configured?.filters ?? [], types).filter(({ show }) => show);
  const counted = filters.filter(({ name }) => name !== PRICE).map(({ field }) => field);
  const { total, problem, counts } = await countValues(domain, collectionId, counted);
  return {
    total,
    problem,
    isUnpublished: configured !== null && configured.revision > configured.publishedRevision,
    filters: filters.map(({ name, field, overwrite, style, custom, counts: hasCounts, expand, options }) => {
      const settings = new Map(options.map((option) => [option.name, option]));
      return {
        name,
        caption: overwrite || name,
        control: style === "Custom" ? custom : style,
        expand,
        counts: hasCounts,
        options: (counts.get(field) ?? [])
          .filter(({ value }) => settings.get(value)?.show !== false)
          .map(({ value, count }) => ({ value, count, caption: settings.get(value)?.overwrite || value }))
          .toSorted((a, b) => (settings.get(a.value)?.order ?? 0) - (settings.get(b.value)?.order ?? 0)),
      };
    }),
  };
}

type Counts = ReadonlyMap<string, readonly { value: string; count: number }[]>;

async function countValues(
  shop: string,
  collectionId: number,
  counted: readonly string[],
): Promise<{ total: number | null; problem: string | null; counts: Counts }> {
  const solr = searchEngines.all().find(({ name }) => name === "solr");
  if (!solr) throw new Error("No module declares Solr.");
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const engine = await openPublished(shop, solr, signal);
    const facets = { [COLLECTION]: String(collectionId) };
    const search = engine.search({ text: "", facets, limit: 0, counted, values: MAX_VALUES });
    const found = await inTime(solr, signal, search);
    const counts = new Map(found.facets.map(({ field, values }) => [field, values]));
    return { total: found.total, problem: null, counts };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { total: null, problem: error.message, counts: new Map() };
  }
}
