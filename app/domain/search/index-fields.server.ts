import { z } from "zod";
import { auditAction } from "~/core/audit/audit-action.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { lockSettings, readSetting, writeSetting } from "~/core/settings/stored-setting.server";
import {
  readMetafieldCounts,
  readUsedMetafields,
  readUsedOptions,
} from "~/domain/products/read-metafields.server";
import type { Flag } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import { readSearchFields, type SearchField } from "./hooks.server";
import {
  dataTypeOf,
  fieldOfFilter,
  type IndexFields,
  isMetafieldName,
  PRODUCT_FIELD_NAMES,
  PRODUCT_FIELDS,
  type ProductField,
} from "./index-fields";

/** The names of the engines: also the sections of their syncs. */
export type EngineName = "algolia" | "solr";

/** What an administrator has chosen. Everything else is as it is by default. */
const choiceSchema = z.object({
  leftOut: z.array(z.string()).default([]),
  /** Metafields that are indexed although they aren't by default. */
  added: z.array(z.string()).default([]),
});
type Choice = z.infer<typeof choiceSchema>;

const keyOf = (engine: EngineName) => `search.fields.${engine}`;

const readChoice = async (tx: ShopTransaction, shop: string, engine: EngineName): Promise<Choice> =>
  choiceSchema.safeParse((await readSetting(tx, shop, keyOf(engine))) ?? {}).data ?? {
    leftOut: [],
    added: [],
  };

/** Algolia gets every metafield by default, because its records have no types. Solr gets those that are filters. */
const hasAllMetafields = (engine: EngineName): boolean => engine === "algolia";

/** The fields that an engine's next full sync sends. */
export const readIndexFields = (shop: string, engine: EngineName): Promise<IndexFields> =>
  withShop(shop, async (tx) => {
    const choice = await readChoice(tx, shop, engine);
    const filters = await readSearchFields(tx, shop);
    const needed = new Set(filters.map(({ name }) => fieldOfFilter(name)));
    const leftOut = choice.leftOut.filter((name) => !needed.has(name));
    if (hasAllMetafields(engine)) return { leftOut, metafields: null };
    const declared = filters.filter(({ name }) => isMetafieldName(name));
    const added = choice.added.filter((name) => !needed.has(name));
    // Also without any: after the nightly rebuild, filters learn here what no product has any longer.
    const types = await readUsedMetafields(tx, shop);
    await readUsedOptions(tx, shop);
    return { leftOut, metafields: [...declared, ...added.map((name) => addedField(name, types.get(name)))] };
  });

const addedField = (name: string, metafieldType = "single_line_text_field"): SearchField => ({
  name,
  type: dataTypeOf(metafieldType),
  output: true,
  search: true,
});

/** The fields of a live index as the run that published it stored them. Earlier releases stored the metafields only. */
export function storedIndexFields(engine: EngineName, stored: unknown): IndexFields | undefined {
  if (stored === undefined || stored === null) return undefined;
  if (!Array.isArray(stored)) return stored as IndexFields;
  return { leftOut: [], metafields: hasAllMetafields(engine) ? null : (stored as SearchField[]) };
}

export const indexedField = z.object({
  name: z.string(),
  /** Of a metafield, its name. */
  label: z.string(),
  isMetafield: z.boolean(),
  indexed: z.boolean(),
  /** Whether an active search filter needs it, so that it can't be left out. */
  isFiltered: z.boolean(),
  /**
   * How many products on the online store had the metafield when all were last read, each night. Null for a product field, and for a metafield
   * that was used first since then.
   */
  products: z.number().int().nullable(),
});
export type IndexedField = z.infer<typeof indexedField>;

/** All fields that records can have, in the order of the page. */
export const listIndexedFields = (shop: string, engine: EngineName): Promise<IndexedField[]> =>
  withShop(shop, async (tx) => {
    const choice = await readChoice(tx, shop, engine);
    const filters = await readSearchFields(tx, shop);
    const needed = new Set(filters.map(({ name }) => fieldOfFilter(name)));
    const isIndexed = (name: string, byDefault: boolean) =>
      needed.has(name) || (byDefault ? !choice.leftOut.includes(name) : choice.added.includes(name));
    const used = [...(await readUsedMetafields(tx, shop)).keys()];
    const counts = await readMetafieldCounts(tx, shop);
    const metafields = [...new Set([...used, ...choice.added, ...[...needed].filter(isMetafieldName)])];
    return [
      ...PRODUCT_FIELD_NAMES.map((name) => ({
        name,
        label: PRODUCT_FIELDS[name],
        isMetafield: false,
        indexed: isIndexed(name, true),
        isFiltered: needed.has(name),
        products: null,
      })),
      ...metafields.toSorted().map((name) => ({
        name,
        label: name,
        isMetafield: true,
        indexed: isIndexed(name, hasAllMetafields(engine)),
        isFiltered: needed.has(name),
        products: counts.get(name) ?? null,
      })),
    ];
  });

/** Whether a field is indexed, by its name and the engine's. */
type Side = Record<string, boolean>;

export const indexedFieldChanged = auditAction<Side, Side>(
  "search.field-changed",
  "Changed which fields a search index has",
);

/** Whose index it is. */
interface IndexOwner {
  name: EngineName;
  /** The engine's name, for people. */
  system: string;
  flag: Flag;
}

/** Includes a field in an engine's records or leaves it out, from the next full sync on. @throws 409 for one that an active filter needs */
export async function setFieldIndexed(
  { shop: { domain }, administrator, clock }: CallContext,
  { name: engine, system, flag }: IndexOwner,
  { name, indexed }: { name: string; indexed: boolean },
): Promise<{ label: string }> {
  const label = Object.hasOwn(PRODUCT_FIELDS, name) ? PRODUCT_FIELDS[name as ProductField] : name;
  if (label === name && !isMetafieldName(name)) throw notFound(`Records have no field ${name}.`);
  await withShop(domain, async (tx) => {
    await lockSettings(tx, domain);
    const needed = (await readSearchFields(tx, domain)).map((filter) => fieldOfFilter(filter.name));
    if (!indexed && needed.includes(name))
      throw conflict(
        "An active search filter needs this field. Deactivate the filter under SOLR Filters first.",
      );
    const choice = await readChoice(tx, domain, engine);
    const byDefault = !isMetafieldName(name) || hasAllMetafields(engine);
    const [list, isListed] = byDefault ? (["leftOut", !indexed] as const) : (["added", indexed] as const);
    const others = choice[list].filter((each) => each !== name);
    if (isListed === choice[list].includes(name)) return;
    const value: Choice = { ...choice, [list]: isListed ? [...others, name].toSorted() : others };
    await writeSetting(tx, domain, { key: keyOf(engine), value }, { by: administrator.id, at: clock.now() });
    await recordAudit(tx, domain, indexedFieldChanged, {
      actor: administrator,
      subject: { type: shopSubject, id: domain },
      before: { [`${name} in ${system}`]: !indexed },
      after: { [`${name} in ${system}`]: indexed },
      flag,
    });
  });
  return { label };
}
