import { and, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import { shopMetafield } from "~/connectors/shopify/operations/metafields";
import type { AdminApi } from "~/connectors/shopify/port";
import { auditAction } from "~/core/audit/audit-action.server";
import { auditSubject } from "~/core/audit/audit-subject.server";
import { auditEntries } from "~/core/audit/tables.server";
import type { CallContext } from "~/core/context.server";
import { readDefinedMetafields } from "~/domain/products/read-metafields.server";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest, upstreamFailed } from "~/platform/errors";
import * as names from "./display-names";

/** The list as a whole: a shop has one. */
export const displayNamesSubject = auditSubject("displayNames", {
  id: { type: "text", pattern: "." },
  nameless: "Metafield display names",
  urlOf: () => "/salsifyDisplay",
});

/** The display names that changed, by key. An empty text means none. */
export interface DisplayNamesSide {
  names: Record<string, string>;
}

export const displayNamesSaved = auditAction<DisplayNamesSide, DisplayNamesSide & { digest: string }>(
  "display names.saved",
  "Changed metafield display names",
  {
    // What administrators write can name any customer.
    mayNameOthers: true,
    describe: (before, after) =>
      [...new Set([...Object.keys(before?.names ?? {}), ...Object.keys(after?.names ?? {})])].map((key) => ({
        field: key,
        before: before?.names[key] ?? "",
        after: after?.names[key] ?? "",
      })),
  },
);

/** The shop metafield that has the list, as JSON: `[{"key": "custom.color", "value": "Color"}]`. */
export const LIST_METAFIELD = { namespace: "$app:salsify", key: "display_names" } as const;

/** The list at Shopify. */
export interface StoredList {
  shopGid: string;
  /** Null until the list is saved for the first time, as `digest`. */
  metaFieldId: string | null;
  /** Shopify's digest of the value, which a write is conditional on. */
  digest: string | null;
  names: names.DisplayName[];
}

const storedNames = z.array(z.object({ key: z.string(), value: z.string() }));

/** Reads the list from Shopify. @throws 502 when its value isn't a list of display names */
export async function readStoredList(adminApi: AdminApi): Promise<StoredList> {
  const { shop } = await adminApi.run(shopMetafield, LIST_METAFIELD);
  const { id: shopGid, metafield } = shop;
  if (!metafield) return { shopGid, metaFieldId: null, digest: null, names: [] };
  const parsed = storedNames.safeParse(metafield.jsonValue);
  if (!parsed.success) throw upstreamFailed(names.UNREADABLE);
  return { shopGid, metaFieldId: metafield.id, digest: metafield.compareDigest, names: parsed.data };
}

const KEY = /^[\w-]+(:[\w-]+)?\.[\w-]+$/;

/** The most rows that a message names. The fields' own messages name all of them. */
const MAX_NAMED = 5;

/**
 * Checks a list that is to be stored, and brings it into the form in which it is stored.
 * @throws 400 with the row and field of each entry that isn't valid. `updateList.0` is row 1
 */
export function checkList(list: readonly names.DisplayName[]): names.DisplayName[] {
  const fieldErrors: Record<string, string> = {};
  const sentences: string[] = [];
  const refuse = (index: number, field: "key" | "value", problem: string) => {
    fieldErrors[`updateList.${index}.${field}`] = problem;
    const key = list[index]?.key.trim().slice(0, names.MAX_KEY_LENGTH) ?? "";
    sentences.push(
      `Row ${index + 1}${key && ` (${key})`}: Meta ${field === "key" ? "Key" : "Value"} ${problem}`,
    );
  };
  const rowOfKey = new Map<string, number>();
  let bytes = 2;
  let isFull = false;
  for (const [index, { key, value }] of list.entries()) {
    const problem = keyProblem(key.trim(), rowOfKey.get(key.trim()));
    if (problem) refuse(index, "key", problem);
    rowOfKey.set(key.trim(), index + 1);
    const wrong = names.valueProblem(value);
    if (wrong) refuse(index, "value", wrong);
    const [entry] = names.storedForm([{ key, value }]);
    bytes += entry ? Buffer.byteLength(JSON.stringify(entry)) + 1 : 0;
    if (bytes > names.MAX_LIST_BYTES && !isFull) {
      isFull = true;
      refuse(index, "value", "exceeds the 128 KB that Shopify stores for the list. Shorten or clear values.");
    }
  }
  if (sentences.length === 0) return names.storedForm(list);
  const more = sentences.length - MAX_NAMED;
  const rest = more > 0 ? [`${more} more ${more === 1 ? "row isn't" : "rows aren't"} valid.`] : [];
  throw badRequest([...sentences.slice(0, MAX_NAMED), ...rest].join(" "), fieldErrors);
}

function keyProblem(key: string, earlierRow: number | undefined): string | undefined {
  if (key.length > names.MAX_KEY_LENGTH)
    return `has ${key.length} characters. The limit is ${names.MAX_KEY_LENGTH}.`;
  if (!KEY.test(key)) return "must be a namespace and a key, such as custom.color.";
  if (earlierRow !== undefined) return `is the same as in row ${earlierRow}. Remove one of them.`;
  return undefined;
}

/** Who saved the list with this digest, and what they changed. Null when Backroom's last save was of another list. */
export async function readLastSave(shop: string, digest: string | null): Promise<DisplayNames["lastSave"]> {
  const [entry] = await withShop(shop, (tx) =>
    tx
      .select()
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.shop, shop),
          eq(auditEntries.subjectType, displayNamesSubject.name),
          eq(auditEntries.subjectId, names.LIST_ID),
        ),
      )
      .orderBy(desc(auditEntries.id))
      .limit(1),
  );
  const before = entry?.before as DisplayNamesSide | null | undefined;
  const after = entry?.after as (DisplayNamesSide & { digest: string }) | null | undefined;
  if (!entry || !before || !after || after.digest !== digest) return null;
  return {
    by: { id: entry.actorId, name: entry.actorName },
    at: entry.at.toISOString(),
    changes: Object.entries(after.names).map(([key, value]) => ({
      key,
      before: before.names[key] ?? "",
      after: value,
    })),
  };
}

/** The keys of all product metafield definitions, and of the stored list, with their display names. */
export async function listDisplayNames({ shop }: CallContext): Promise<DisplayNames> {
  const adminApi = liveAdminApi(shop.domain);
  const [stored, definedNames] = await Promise.all([
    readStoredList(adminApi),
    readDefinedMetafields(adminApi),
  ]);
  const values = new Map(stored.names.map(({ key, value }) => [key, value]));
  const data = [...new Set([...definedNames.keys(), ...values.keys()])]
    .map((key) => ({ key, value: values.get(key) ?? "", name: definedNames.get(key) ?? null }))
    .sort(names.byKey);
  const { metaFieldId, digest } = stored;
  return { data, metaFieldId, digest, lastSave: await readLastSave(shop.domain, digest) };
}

export const displayName = z.object({ key: z.string(), value: z.string() });

export const displayNames = z.object({
  /** Every product metafield that has a definition or a display name. `value` is empty without a display name. */
  data: z.array(
    displayName.extend({
      /** The definition's name. Null for a key that no longer has a definition. */
      name: z.string().nullable(),
    }),
  ),
  /** Null until the list is saved for the first time. */
  metaFieldId: z.string().nullable(),
  /** Changes with the stored list. Null until it is saved for the first time. */
  digest: z.string().nullable(),
  /** Who saved the current list, and what they changed. Null when it wasn't saved by Backroom. */
  lastSave: z
    .object({
      by: z.object({ id: z.string(), name: z.string() }),
      /** ISO 8601. */
      at: z.string(),
      changes: z.array(z.object({ key: z.string(), before: z.string(), after: z.string() })),
    })
    .nullable(),
});

export type DisplayNames = z.infer<typeof displayNames>;
