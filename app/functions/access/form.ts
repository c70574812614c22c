import { z } from "zod";
import { readTabIds, TAB_LIMITED, type TabLimited, tabIdsProblem } from "~/core/access/tab-limits";
import type { TabLimits } from "~/core/access/tab-limits-schema";
import type { Flag } from "~/platform/auth/permission";
import type { AdministratorAccess } from "./contract";
import { tabsField } from "./tabs-field";

/** Checkboxes send their name several times. An undo sends one comma-separated text. */
const flagsOf = (grantable: readonly Flag[]) =>
  z
    .union([z.string(), z.array(z.string())])
    .default("")
    .transform((sent) => [sent].flat().flatMap((text) => text.split(",").filter(Boolean)))
    .pipe(z.array(z.enum(grantable, "This function can't be granted.")));

const tabs = z
  .string()
  .default("")
  .refine((text) => !tabIdsProblem(text), { error: ({ input }) => tabIdsProblem(String(input)) });

const tabsFields = Object.fromEntries(
  TAB_LIMITED.map(({ resource }) => [tabsField(resource), tabs]),
) as Record<`tabs.${TabLimited}`, typeof tabs>;

/** The form of an administrator's page. */
export const grantForm = (grantable: readonly Flag[]) =>
  z.discriminatedUnion("intent", [
    z
      .object({ intent: z.literal("grant"), version: z.coerce.number().int(), flags: flagsOf(grantable) })
      .extend(tabsFields),
  ]);

/** The limits in a form's fields. A blank field limits nothing. */
export function tabLimitsOf(form: Record<`tabs.${TabLimited}`, string>): TabLimits {
  const limits = TAB_LIMITED.map(
    ({ resource }) => [resource, readTabIds(form[tabsField(resource)])] as const,
  );
  return Object.fromEntries(limits.filter(([, ids]) => ids.length > 0));
}

/** The fields that restore an administrator's earlier access. */
export function undoFields(
  before: AdministratorAccess,
  after: AdministratorAccess,
  grantable: readonly Flag[],
): Record<string, string> {
  const tabs = TAB_LIMITED.map(({ resource }) => [
    tabsField(resource),
    before.tabLimits[resource]?.join(",") ?? "",
  ]);
  const granted = grantable.filter((flag) => before.flags.includes(flag));
  return {
    intent: "grant",
    version: String(after.version),
    flags: granted.join(","),
    ...Object.fromEntries(tabs),
  };
}
