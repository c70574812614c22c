import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { filterActivated, filterSolrChanged, filterSubject, filterUiChanged } from "./audit.server";
import { checkSettings } from "./check-settings";
import type { FilterDefinition } from "./contract";
import {
  answeredDefinition,
  lockActiveDefinition,
  lockDefinition,
  type StoredDefinition,
  saveDefinition,
} from "./definition-store.server";
import { CHANGED_SINCE } from "./messages";
import { raiseRevisionsWith } from "./publish/revisions.server";
import { publishFiltersChanged } from "./publish-filters-changed.server";
import { changedSettings, type DataType, type FilterSettings, SETTING_LABELS } from "./settings";

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
    assertCurrent(before, version);
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
    assertCurrent(before, version);
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

function assertCurrent(before: StoredDefinition, version: number | undefined): void {
  if (version !== undefined && version !== before.version) throw conflict(CHANGED_SINCE);
}

async function change(
  { shop: { domain } }: CallContext,
  plan: (tx: ShopTransaction) => Promise<{ before: StoredDefinition; after: StoredDefinition }>,
): Promise<Outcome> {
  const { before, after } = await withShop(domain, async (tx) => {
    const planned = await plan(tx);
    if (planned.after !== planned.before) await saveDefinition(tx, planned.after);
    return planned;
  });
  const isChanged = after !== before;
  if (isChanged) publishFiltersChanged(domain);
  return { filter: answeredDefinition(after), isChanged };
}
