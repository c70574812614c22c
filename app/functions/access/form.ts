import { z } from "zod";
import {
  readTabIds,
  TAB_LIMITED,
  type TabLimited,
  type TabLimits,
  tabIdsProblem,
} from "~/domain/access/tab-limits";
import { grantableFlags } from "../registry";
import type { AdministratorAccess } from "./contract";

/** The form field with the tabs of a resource setting. */
export const tabsField = <Resource extends string>(resource: Resource) => `tabs.${resource}` as const;

/** Tick boxes send their name several times; an undo sends the same as one comma-separated text. */
const flags = z
  .union([z.string(), z.array(z.string())])
  .default("")
  .transform((sent) => [sent].flat().flatMap((text) => text.split(",").filter(Boolean)))
  .pipe(z.array(z.enum(grantableFlags, "This function cannot be granted.")));

const tabs = z
  .string()
  .default("")
  .refine((text) => !tabIdsProblem(text), { error: ({ input }) => tabIdsProblem(String(input)) });

const tabsFields = Object.fromEntries(
  TAB_LIMITED.map(({ resource }) => [tabsField(resource), tabs]),
) as Record<`tabs.${TabLimited}`, typeof tabs>;

/** What the page of one administrator posts. */
export const grantForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("grant"), version: z.coerce.number().int(), flags }).extend(tabsFields),
]);

/** The limits that a form's fields ask for; a blank field limits nothing. */
export function tabLimitsOf(form: Record<`tabs.${TabLimited}`, string>): TabLimits {
  const limits = TAB_LIMITED.map(
    ({ resource }) => [resource, readTabIds(form[tabsField(resource)])] as const,
  );
  return Object.fromEntries(limits.filter(([, ids]) => ids.length > 0));
}

/** The fields that set an administrator's access back to what it was. */
export function undoFields(before: AdministratorAccess, after: AdministratorAccess): Record<string, string> {
  const tabs = TAB_LIMITED.map(({ resource }) => [
    tabsField(resource),
    before.tabLimits[resource]?.join(",") ?? "",
  ]);
  const granted = grantableFlags.filter((flag) => before.flags.includes(flag));
  return {
    intent: "grant",
    version: String(after.version),
    flags: granted.join(","),
    ...Object.fromEntries(tabs),
  };
}
