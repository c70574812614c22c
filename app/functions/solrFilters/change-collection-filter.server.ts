import { outdatedFormOf } from "~/core/audit/outdated-form.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict } from "~/platform/errors";
import * as audit from "./audit.server";
import {
  type Configuration,
  type FilterKey,
  findCollection,
  lockCollectionFilter,
  lockIncludedFilter,
  lockIncludedFilters,
  readConfiguration,
  type StoredCollectionFilter,
  saveCollectionFilters,
} from "./collection-filters.server";
import { checkSettings, lockActiveDefinition, lockDefinition } from "./definitions.server";
import { PRICE } from "./fields";
import { changedOptions, changeOptions, type OptionSettings, type StoredOptions } from "./merge-options";
import { notIncluded, orderChangedSince, PRICE_HAS_NO_OPTIONS, TOO_MANY_OPTIONS } from "./messages";
import { publishFiltersChanged, raiseRevisions } from "./publish/revisions.server";
import { changedSettings, type FilterSettings, SETTING_LABELS, sortCollectionFilters } from "./settings";

/** Of one filter in one collection. */
const MAX_STORED_OPTIONS = 2_000;

/** The filter after a change, and whether anything changed. */
interface Outcome {
  configuration: Configuration;
  isChanged: boolean;
}

/**
 * Includes an active filter in a collection: with the settings that it had there before, or with those of its definition.
 * @throws 404 for a collection that doesn't exist or a field that no product has, 409 when the filter isn't active
 */
export async function includeFilter(context: CallContext, key: FilterKey): Promise<Outcome> {
  const shop = context.shop.domain;
  return change(context, key, async (tx) => {
    const { settings } = await lockActiveDefinition(tx, shop, key.name);
    const before = await lockCollectionFilter(tx, shop, key);
    if (before?.included) return null;
    const after = before ?? { shop, ...key, included: true, settings, options: {}, version: 1 };
    await recordAudit(tx, shop, audit.filterIncluded, {
      ...entryOf(context, key),
      before: null,
      after: { filter: key.name },
    });
    return { ...after, included: true };
  });
}

/** Removes a filter from a collection. Its settings stay for the next time. @throws 404 as `includeFilter` */
export async function removeFilter(context: CallContext, key: FilterKey): Promise<Outcome> {
  const shop = context.shop.domain;
  return change(context, key, async (tx) => {
    await lockDefinition(tx, shop, key.name);
    const before = await lockCollectionFilter(tx, shop, key);
    if (!before?.included) return null;
    await recordAudit(tx, shop, audit.filterRemoved, {
      ...entryOf(context, key),
      before: { filter: key.name },
      after: null,
    });
    return { ...before, included: false };
  });
}

/** A change, and the version that it is based on. */
interface Change<Value> {
  value: Value;
  version?: number;
}

/**
 * Changes a filter's settings in a collection. Those that are omitted stay.
 * @throws 400 for settings that don't fit, 404, 409 when it isn't active or included, or was changed since
 */
export async function changeFilterSettings(
  context: CallContext,
  key: FilterKey,
  { value, version }: Change<Partial<FilterSettings>>,
): Promise<Outcome> {
  const shop = context.shop.domain;
  return change(context, key, async (tx) => {
    const before = await lockIncludedFilter(tx, shop, key);
    const settings = { ...before.settings, ...value };
    const changed = changedSettings(before.settings, settings);
    if (changed.length === 0) return null;
    await assertCurrent(tx, context, before, version);
    checkSettings(key.name, settings);
    const side = (from: FilterSettings) =>
      Object.fromEntries(changed.map((name) => [`${key.name}: ${SETTING_LABELS[name]}`, from[name]]));
    const sides = audit.ofFilters([key.name], side(before.settings), side(settings));
    await recordAudit(tx, shop, audit.collectionFilterChanged, { ...entryOf(context, key), ...sides });
    return { ...before, settings, version: before.version + 1 };
  });
}

/**
 * Changes options of a filter in a collection. Those that are omitted stay.
 * @throws 400 for the price or too many options, 404, 409 as `changeFilterSettings`
 */
export async function changeFilterOptions(
  context: CallContext,
  key: FilterKey,
  { value, version }: Change<readonly (OptionSettings & { name: string })[]>,
): Promise<Outcome> {
  if (key.name === PRICE) throw badRequest(PRICE_HAS_NO_OPTIONS);
  const shop = context.shop.domain;
  return change(context, key, async (tx) => {
    const before = await lockIncludedFilter(tx, shop, key);
    const options = changeOptions(before.options, value);
    const changed = changedOptions(before.options, options);
    if (changed.length === 0) return null;
    await assertCurrent(tx, context, before, version);
    if (Object.keys(options).length > MAX_STORED_OPTIONS) throw badRequest(TOO_MANY_OPTIONS);
    const side = (from: StoredOptions) =>
      Object.fromEntries(changed.map((name) => [`${key.name}: ${name}`, optionInWords(from[name])]));
    const sides = audit.ofFilters([key.name], side(before.options), side(options));
    await recordAudit(tx, shop, audit.optionsChanged, { ...entryOf(context, key), ...sides });
    return { ...before, options, version: before.version + 1 };
  });
}

/**
 * Puts the filters that a collection includes in an order. Those that aren't named follow, in their order.
 * @param seen the order that the administrator saw
 * @throws 404 for a collection that doesn't exist, 409 for a filter that it doesn't include, and when their order was changed since
 */
export async function reorderFilters(
  context: CallContext,
  {
    collectionId,
    names,
    seen,
  }: { collectionId: number; names: readonly string[]; seen?: readonly string[] | undefined },
): Promise<{ isChanged: boolean }> {
  const { domain } = context.shop;
  const collection = await findCollection(context, collectionId);
  const isChanged = await withShop(domain, async (tx) => {
    const stored = await lockIncludedFilters(tx, domain, collectionId);
    const missing = names.find((name) => !stored.some((filter) => filter.name === name));
    if (missing !== undefined) throw conflict(notIncluded(missing));
    const before = sortCollectionFilters(
      stored.map((filter) => ({ ...filter, order: filter.settings.order })),
    ).map(({ name }) => name);
    const after = [...names, ...before.filter((name) => !names.includes(name))];
    // Those that aren't active aren't seen.
    const stillSeen = before.filter((name) => seen?.includes(name));
    if (seen && !isSameOrder(seen, stillSeen) && !isSameOrder(after, before))
      throw conflict(orderChangedSince(stillSeen, names));
    const rows = stored.flatMap((filter) => {
      const order = after.indexOf(filter.name) + 1;
      if (filter.settings.order === order) return [];
      return { ...filter, settings: { ...filter.settings, order }, version: filter.version + 1 };
    });
    if (rows.length === 0) return false;
    await saveCollectionFilters(tx, rows);
    await raiseRevisions(tx, domain, [collection]);
    await recordAudit(tx, domain, audit.filtersReordered, {
      actor: context.administrator,
      subject: { type: audit.filterCollectionSubject, id: String(collectionId) },
      ...audit.ofFilters(
        rows.map(({ name }) => name),
        { order: before.join(", ") },
        { order: after.join(", ") },
      ),
      flag: "showSolrFilters",
    });
    return true;
  });
  if (isChanged) publishFiltersChanged(domain);
  return { isChanged };
}

const isSameOrder = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name, index) => name === other[index]);

const optionInWords = (option: OptionSettings | undefined): string =>
  option === undefined
    ? "default"
    : [
        `order ${option.order}`,
        option.overwrite && `shown as “${option.overwrite}”`,
        option.show ? "" : "hidden",
      ]
        .filter(Boolean)
        .join(", ");

const entryOf = ({ administrator }: CallContext, { collectionId }: FilterKey) => ({
  actor: administrator,
  subject: { type: audit.filterCollectionSubject, id: String(collectionId) },
  flag: "showSolrFilters" as const,
});

async function assertCurrent(
  tx: ShopTransaction,
  context: CallContext,
  { collectionId, name, version }: StoredCollectionFilter,
  shownVersion: number | undefined,
): Promise<void> {
  if (shownVersion === undefined || shownVersion === version) return;
  const changed = {
    type: audit.filterCollectionSubject,
    id: collectionId,
    before: audit.changedFilters([name]),
  };
  throw await outdatedFormOf(tx, context, changed, "this filter");
}

/** @param plan answers the changed filter, or null when nothing changes */
async function change(
  context: CallContext,
  key: FilterKey,
  plan: (tx: ShopTransaction) => Promise<StoredCollectionFilter | null>,
): Promise<Outcome> {
  const { domain } = context.shop;
  const collection = await findCollection(context, key.collectionId);
  const after = await withShop(domain, async (tx) => {
    const changed = await plan(tx);
    if (!changed) return null;
    await saveCollectionFilters(tx, [changed]);
    await raiseRevisions(tx, domain, [collection]);
    return changed;
  });
  if (after) publishFiltersChanged(domain);
  return { configuration: await readConfiguration(context, key), isChanged: after !== null };
}
