import { sql } from "drizzle-orm";
import { auditAction } from "~/core/audit/audit-action.server";
import { auditSubject } from "~/core/audit/audit-subject.server";

/** A filter's definition, by its name: with a metafield's namespace of 255 characters and its key of 64, up to 320. */
export const filterSubject = auditSubject("searchFilter", {
  // PostgreSQL's patterns repeat at most 255 times.
  id: { type: "text", pattern: "^.{1,255}.{0,65}$" },
  find: (_shop, id) => sql`SELECT json_build_object('name', ${id})`,
  nameless: "A search filter",
  urlOf: () => "/solrFilters?tab=definitions",
});

/** A collection with filters, by the number in Shopify's id. */
export const filterCollectionSubject = auditSubject("filterCollection", {
  id: { type: "bigint", pattern: "^[0-9]{1,16}$" },
  find: (shop, id) => sql`SELECT json_build_object('name', c.title) FROM filter_collections AS c
    WHERE c.shop = ${shop} AND c.collection_id = ${id}`,
  nameless: "A deleted collection",
  urlOf: (id) => `/solrFilters?tab=collections&collection=${id}`,
});

/** Values by the captions of their fields. In a collection, the filter's name is before the caption. */
type Side = Record<string, unknown>;

/** Which filters of a collection a change has changed: a side that names them. */
export const changedFilters = (names: readonly string[]) => ({ "changed filters": names });

/** The sides of such a change. Both have the filters, so that no timeline shows them as a change. */
export const ofFilters = <Before extends Side, After extends Side>(
  names: readonly string[],
  before: Before,
  after: After,
) => ({
  before: { ...before, ...changedFilters(names) },
  after: { ...after, ...changedFilters(names) },
});

export const filterActivated = auditAction<{ active: boolean }, { active: boolean }>(
  "searchFilter.active",
  "Activated or deactivated a search filter",
);
export const filterUiChanged = auditAction<Side, Side>(
  "searchFilter.ui",
  "Changed the UI settings of a search filter",
);
export const filterSolrChanged = auditAction<Side, Side>(
  "searchFilter.solr",
  "Changed the SOLR settings of a search filter",
);
export const filterIncluded = auditAction<null, { filter: string }>(
  "filterCollection.included",
  "Included a search filter in a collection",
);
export const filterRemoved = auditAction<{ filter: string }, null>(
  "filterCollection.removed",
  "Removed a search filter from a collection",
);
export const collectionFilterChanged = auditAction<Side, Side>(
  "filterCollection.settings",
  "Changed a search filter of a collection",
);
export const filtersReordered = auditAction<{ order: string }, { order: string }>(
  "filterCollection.reordered",
  "Changed the order of the search filters of a collection",
);
export const optionsChanged = auditAction<Side, Side>(
  "filterCollection.options",
  "Changed the options of a search filter in a collection",
);
/** With the settings that the collection's own filters had before. */
export const configurationCopied = auditAction<Side, Side & { from: string; filters: string }>(
  "filterCollection.copied",
  "Copied search filters to a collection",
);
export const filtersRemovedWithCollection = auditAction<{ filters: string }, null>(
  "filterCollection.deleted",
  "Removed the search filters of a collection that was deleted in Shopify",
);
export const collectionsUpdateStarted = auditAction<null, { collections: number }>(
  "filterCollections.published",
  "Started to publish search filters to collections",
);
