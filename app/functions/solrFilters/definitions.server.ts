import { and, eq } from "drizzle-orm";
import { outdatedFormOf } from "~/core/audit/outdated-form.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { readSyncs } from "~/core/syncs/read-syncs.server";
import { readUsedMetafields, readUsedOptions } from "~/domain/products/read-metafields.server";
import { searchFields } from "~/domain/search/hooks.server";
import { dataTypeOf, optionFilter } from "~/domain/search/index-fields";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict, notFound } from "~/platform/errors";
import { hasEnded } from "~/platform/jobs/states";
import { filterActivated, filterSolrChanged, filterSubject, filterUiChanged } from "./audit.server";
import { BUILT_IN_FIELDS, initialSettings, PRICE } from "./fields";
import * as messages from "./messages";
import { countUnpublished, publishFiltersChanged, raiseRevisionsWith } from "./publish/revisions.server";
import type { FilterDefinition, LastUpdate } from "./schemas";
import {
  changedSettings,
  type DataType,
  type FilterSettings,
  SETTING_LABELS,
  sortDefinitions,
} from "./settings";
import { filterDefinitions } from "./tables.server";

/** A definition as it is stored. */
export type StoredDefinition = typeof filterDefinitions.$inferSelect;

const isDefinition = (shop: string, name: string) =>
  and(eq(filterDefinitions.shop, shop), eq(filterDefinitions.name, name));

/** All definitions that were activated or changed. */
export const readStoredDefinitions = (tx: ShopTransaction, shop: string): Promise<StoredDefinition[]> =>
  tx.select().from(filterDefinitions).where(eq(filterDefinitions.shop, shop));

/** A field that products have. */
interface UsableField {
  type: DataType;
  caption?: string;
}

/** The definition of a field before its first change. */
const initialDefinition = (shop: string, name: string, { type, caption }: UsableField): StoredDefinition => ({
  shop,
  name,
  active: false,
  settings: initialSettings(name, caption),
  type,
  output: false,
  search: false,
  version: 0,
});

/** A definition as the calls answer it. @param hasValues whether a product has the field */
export const answeredDefinition = (
  { shop: _shop, settings, ...rest }: StoredDefinition,
  hasValues: boolean,
): FilterDefinition => ({
  ...rest,
  ...settings,
  hasValues,
});

/** Locks a field's definition, and stores it if it is the first time. @throws 404 for a field that no product has */
export async function lockDefinition(
  tx: ShopTransaction,
  shop: string,
  name: string,
): Promise<StoredDefinition> {
  const select = () => tx.select().from(filterDefinitions).where(isDefinition(shop, name)).for("update");
  const [stored] = await select();
  if (stored) return stored;
  const field = await readUsableField(tx, shop, name);
  if (!field) throw notFound(messages.unknownFilter(name));
  // Two requests may store the same field at the same time.
  await tx
    .insert(filterDefinitions)
    .values(initialDefinition(shop, name, field))
    .onConflictDoNothing();
  const [added] = await select();
  if (!added) throw new Error("The definition wasn't stored.");
  return added;
}

/** Locks an active definition. @throws 404 for a field that no product has, 409 when it isn't active */
export async function lockActiveDefinition(
  tx: ShopTransaction,
  shop: string,
  name: string,
): Promise<StoredDefinition> {
  const definition = await lockDefinition(tx, shop, name);
  if (!definition.active) throw conflict(messages.inactive(name));
  return definition;
}

/** Stores a changed definition. */
async function saveDefinition(
  tx: ShopTransaction,
  { shop, name, ...changed }: StoredDefinition,
): Promise<void> {
  await tx.update(filterDefinitions).set(changed).where(isDefinition(shop, name));
}

/** What the tab Filters Definitions shows. */
interface Definitions {
  filtersDef: FilterDefinition[];
  unpublished: number;
  lastUpdate: LastUpdate | null;
}

/** The fields that products can be filtered by. An active filter stays in the list when no product has its field any longer. */
export async function listDefinitions({ shop: { domain } }: CallContext): Promise<Definitions> {
  const { stored, usable, unpublished, lastRun } = await withShop(domain, async (tx) => ({
    stored: await readStoredDefinitions(tx, domain),
    usable: await readUsableFields(tx, domain),
    unpublished: await countUnpublished(tx, domain),
    lastRun: (await readSyncs(tx, domain, messages.SECTION))[0],
  }));
  const shown = new Map([...usable].map(([name, field]) => [name, initialDefinition(domain, name, field)]));
  for (const definition of stored)
    if (definition.active || usable.has(definition.name)) shown.set(definition.name, definition);
  const filtersDef = sortDefinitions(
    [...shown.values()].map((definition) => answeredDefinition(definition, usable.has(definition.name))),
  );
  const lastUpdate = lastRun && {
    jobId: lastRun.id,
    status: lastRun.status,
    isRunning: !hasEnded(lastRun.state),
    at: (lastRun.finishedAt ?? lastRun.beganAt).toISOString(),
  };
  return { filtersDef, unpublished, lastUpdate: lastUpdate ?? null };
}

/** The fields that products can be filtered by, by the names of their filters. A field that no product has any longer isn't in it. */
export async function readUsableFields(
  tx: ShopTransaction,
  shop: string,
): Promise<ReadonlyMap<string, UsableField>> {
  const [metafields, options] = [await readUsedMetafields(tx, shop), await readUsedOptions(tx, shop)];
  return new Map<string, UsableField>([
    ...Object.entries(BUILT_IN_FIELDS).map(([name, type]): [string, UsableField] => [name, { type }]),
    ...[...options].map(([name, caption]): [string, UsableField] => [
      optionFilter(name),
      { type: "String", caption },
    ]),
    ...[...metafields].map(([name, type]): [string, UsableField] => [name, { type: dataTypeOf(type) }]),
  ]);
}

/** Null when no product has the field. */
const readUsableField = async (
  tx: ShopTransaction,
  shop: string,
  name: string,
): Promise<UsableField | null> => (await readUsableFields(tx, shop)).get(name) ?? null;

/** A changed definition, and whether anything changed. */
interface Outcome {
  filter: FilterDefinition;
  isChanged: boolean;
}

interface Change<Fields> {
  name: string;
  /** The version that the change is based on. */
  version?: number;
  fields: Fields;
}

/** Activates or deactivates a filter. Collections that include it are published with or without it the next time. @throws 404 for a field that no product has */
export async function setFilterActive(
  context: CallContext,
  { name, active }: { name: string; active: boolean },
): Promise<Outcome> {
  const { domain } = context.shop;
  return change(context, async (tx) => {
    const before = await lockDefinition(tx, domain, name);
    if (before.active === active) return { before, after: before };
    await raiseRevisionsWith(tx, domain, name);
    const sides = { before: { active: before.active }, after: { active } };
    await recordAudit(tx, domain, filterActivated, { ...entryOf(context, name), ...sides });
    return { before, after: { ...before, active } };
  });
}

/** Changes the settings that collections begin with. @throws 400 for settings that don't fit, 404, 409 when it isn't active or was changed since */
export async function changeUiSettings(
  context: CallContext,
  { name, version, fields }: Change<Partial<FilterSettings>>,
): Promise<Outcome> {
  return change(context, async (tx) => {
    const before = await lockActiveDefinition(tx, context.shop.domain, name);
    const settings = { ...before.settings, ...fields };
    const changed = changedSettings(before.settings, settings);
    if (changed.length === 0) return { before, after: before };
    await assertCurrent(tx, context, before, version);
    checkSettings(name, settings);
    const side = (from: FilterSettings) =>
      Object.fromEntries(changed.map((field) => [SETTING_LABELS[field], from[field]]));
    const sides = { before: side(before.settings), after: side(settings) };
    await recordAudit(tx, context.shop.domain, filterUiChanged, { ...entryOf(context, name), ...sides });
    return { before, after: { ...before, settings, version: before.version + 1 } };
  });
}

/** How a filter's field is in the Solr index. */
interface SolrSettings {
  type: DataType;
  output: boolean;
  search: boolean;
}

const SOLR_LABELS: Record<keyof SolrSettings, string> = {
  type: "Data Type",
  output: "Return to PLP",
  search: "Include in Search",
};

const SOLR_NAMES = Object.keys(SOLR_LABELS) as (keyof SolrSettings)[];

/** Changes a filter's field in the Solr index, from its next sync on. @throws 404, 409 when it isn't active or was changed since */
export async function changeSolrSettings(
  context: CallContext,
  { name, version, fields }: Change<Partial<SolrSettings>>,
): Promise<Outcome> {
  return change(context, async (tx) => {
    const before = await lockActiveDefinition(tx, context.shop.domain, name);
    const after = { ...before, ...fields };
    const changed = SOLR_NAMES.filter((field) => before[field] !== after[field]);
    if (changed.length === 0) return { before, after: before };
    await assertCurrent(tx, context, before, version);
    // The published filters name the field and its type.
    if (before.type !== after.type || before.output !== after.output)
      await raiseRevisionsWith(tx, context.shop.domain, name);
    const side = (from: SolrSettings) =>
      Object.fromEntries(changed.map((field) => [SOLR_LABELS[field], from[field]]));
    const sides = { before: side(before), after: side(after) };
    await recordAudit(tx, context.shop.domain, filterSolrChanged, { ...entryOf(context, name), ...sides });
    return { before, after: { ...after, version: before.version + 1 } };
  });
}

const entryOf = ({ administrator }: CallContext, name: string) => ({
  actor: administrator,
  subject: { type: filterSubject, id: name },
  flag: "showSolrFilters" as const,
});

async function assertCurrent(
  tx: ShopTransaction,
  context: CallContext,
  { name, version }: StoredDefinition,
  shownVersion: number | undefined,
): Promise<void> {
  if (shownVersion !== undefined && shownVersion !== version)
    throw await outdatedFormOf(tx, context, { type: filterSubject, id: name }, "this filter");
}

async function change(
  { shop: { domain } }: CallContext,
  plan: (tx: ShopTransaction) => Promise<{ before: StoredDefinition; after: StoredDefinition }>,
): Promise<Outcome> {
  const { before, after, hasValues } = await withShop(domain, async (tx) => {
    const planned = await plan(tx);
    if (planned.after !== planned.before) await saveDefinition(tx, planned.after);
    return { ...planned, hasValues: (await readUsableField(tx, domain, planned.after.name)) !== null };
  });
  const isChanged = after !== before;
  if (isChanged) publishFiltersChanged(domain);
  return { filter: answeredDefinition(after, hasValues), isChanged };
}

/** The active filters: what they filter by must be in the index. */
export const filterSearchFields = searchFields.handler(async (tx, shop) => {
  const isActive = and(eq(filterDefinitions.shop, shop), eq(filterDefinitions.active, true));
  const { name, type, output, search } = filterDefinitions;
  return tx.select({ name, type, output, search }).from(filterDefinitions).where(isActive).orderBy(name);
});

/** @throws 400 for a custom style without a control, and for a price that isn't filtered by a range */
export function checkSettings(name: string, { style, custom }: FilterSettings): void {
  if (name === PRICE && (style !== "Custom" || custom !== "Range"))
    throw badRequest(messages.PRICE_IS_A_RANGE, { style: messages.PRICE_IS_A_RANGE });
  if (style === "Custom" && custom === "")
    throw badRequest(messages.CUSTOM_MISSING, { custom: messages.CUSTOM_MISSING });
}
