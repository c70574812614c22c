import { and, asc, eq, inArray } from "drizzle-orm";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { configurationCopied, filterCollectionSubject, ofFilters } from "./audit.server";
import {
  findCollection,
  type StoredCollectionFilter,
  saveCollectionFilters,
} from "./collection-filters.server";
import { checkSettings, lockActiveDefinition } from "./definitions.server";
import { COPY_TO_ITSELF, NOTHING_INCLUDED, targetGone } from "./messages";
import { type FilterCollection, publishFiltersChanged, raiseRevisions } from "./publish/revisions.server";
import { changedSettings, type FilterSettings, SETTING_LABELS } from "./settings";
import { collectionFilters } from "./tables.server";

/** A filter as it is copied. A target keeps its own settings that are omitted. A filter that is new there has its definition's. */
interface CopiedFilter extends Partial<FilterSettings> {
  name: string;
  /** The number of the collection that it is copied from. */
  collection: string;
  included: boolean;
}

interface CopyRequest {
  filters: readonly CopiedFilter[];
  /** The collections that get the filters. The titles are those that the caller showed. */
  targets: readonly FilterCollection[];
}

/** What a copy did. */
interface CopyOutcome {
  /** How many filters were copied to each collection. */
  filters: number;
  collections: number;
  /** Pairs of filter and collection that weren't the same before. */
  changed: number;
}

/**
 * Gives collections these filters with their settings, all or nothing. The collections' other filters stay, and so do the settings of
 * options: each collection has other options.
 * @throws 400 without an included filter, for settings that don't fit, or for a copy to the same collection
 * @throws 404 for a collection that doesn't exist or a field that no product has, 409 for a filter that isn't active
 */
export async function copyConfiguration(
  context: CallContext,
  { filters, targets }: CopyRequest,
): Promise<CopyOutcome> {
  const { domain } = context.shop;
  const copied = filters.filter(({ included }) => included);
  if (copied.length === 0) throw badRequest(NOTHING_INCLUDED);
  const sources = new Set(copied.map(({ collection }) => Number(collection)));
  const titles = new Map(targets.map(({ collectionId, title }) => [collectionId, title]));
  const numbers = [...titles.keys()].toSorted((a, b) => a - b);
  if (numbers.some((number) => sources.has(number))) throw badRequest(COPY_TO_ITSELF);
  const source = await findCollection(context, [...sources][0] as number);
  const collections: FilterCollection[] = [];
  for (const number of numbers)
    collections.push(await findCollection(context, number, targetGone(titles.get(number) || String(number))));
  const changed = await withShop(domain, async (tx) => {
    const copies = await planCopies(tx, domain, numbers, await settingsToCopy(tx, domain, copied));
    await saveCollectionFilters(
      tx,
      copies.map(({ after }) => after),
    );
    const byCollection = new Map<number, Copy[]>();
    for (const copy of copies) {
      const { collectionId } = copy.after;
      byCollection.set(collectionId, [...(byCollection.get(collectionId) ?? []), copy]);
    }
    for (const [collectionId, own] of byCollection) {
      const { before, after } = replacedSettings(own);
      const names = own.map((copy) => copy.after.name);
      await recordAudit(tx, domain, configurationCopied, {
        actor: context.administrator,
        subject: { type: filterCollectionSubject, id: String(collectionId) },
        ...ofFilters(names, before, { from: source.title, filters: names.join(", "), ...after }),
        flag: "showSolrFilters",
      });
    }
    const changedCollections = collections.filter(({ collectionId }) => byCollection.has(collectionId));
    if (changedCollections.length > 0) await raiseRevisions(tx, domain, changedCollections);
    return copies.length;
  });
  if (changed > 0) publishFiltersChanged(domain);
  return { filters: new Set(copied.map(({ name }) => name)).size, collections: collections.length, changed };
}

/** The settings that are copied of a filter. */
interface CopiedSettings {
  own: Partial<FilterSettings>;
  /** Its definition's. */
  initial: FilterSettings;
}

/** The settings by filter, whose definitions are locked in the order of their names, so that two copies don't wait for each other. */
async function settingsToCopy(
  tx: ShopTransaction,
  shop: string,
  copied: readonly CopiedFilter[],
): Promise<ReadonlyMap<string, CopiedSettings>> {
  const settings = new Map<string, CopiedSettings>();
  for (const filter of copied.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const { name, collection: _, included: __, ...own } = filter;
    const { settings: initial } = await lockActiveDefinition(tx, shop, name);
    settings.set(name, { own, initial });
  }
  return settings;
}

/** A filter of a target. */
interface Copy {
  /** Undefined when it was never included there. */
  before: StoredCollectionFilter | undefined;
  after: StoredCollectionFilter;
}

/** What a copy replaces, by filter and setting. */
function replacedSettings(copies: readonly Copy[]): Record<"before" | "after", Record<string, unknown>> {
  const changes = copies.flatMap(({ before, after }) =>
    before
      ? changedSettings(before.settings, after.settings).map((setting) => ({
          field: `${after.name}: ${SETTING_LABELS[setting]}`,
          before: before.settings[setting],
          after: after.settings[setting],
        }))
      : [],
  );
  return {
    before: Object.fromEntries(changes.map(({ field, before }) => [field, before])),
    after: Object.fromEntries(changes.map(({ field, after }) => [field, after])),
  };
}

/** The filters of the targets that aren't the same already. Their rows are locked. @throws 400 for settings that don't fit */
async function planCopies(
  tx: ShopTransaction,
  shop: string,
  targets: readonly number[],
  settings: ReadonlyMap<string, CopiedSettings>,
): Promise<Copy[]> {
  const isTarget = and(
    eq(collectionFilters.shop, shop),
    inArray(collectionFilters.collectionId, [...targets]),
    inArray(collectionFilters.name, [...settings.keys()]),
  );
  const stored = await tx
    .select()
    .from(collectionFilters)
    .where(isTarget)
    .orderBy(asc(collectionFilters.collectionId), asc(collectionFilters.name))
    .for("update");
  const byKey = new Map(stored.map((row) => [`${row.collectionId} ${row.name}`, row]));
  return targets.flatMap((collectionId) =>
    [...settings].flatMap(([name, { own, initial }]) => {
      const before = byKey.get(`${collectionId} ${name}`);
      const complete = { ...(before?.settings ?? initial), ...own };
      checkSettings(name, complete);
      if (before?.included && changedSettings(before.settings, complete).length === 0) return [];
      const { options = {}, version = 0 } = before ?? {};
      const after = {
        shop,
        collectionId,
        name,
        included: true,
        settings: complete,
        options,
        version: version + 1,
      };
      return { before, after };
    }),
  );
}
