import { z } from "zod";
import { type LimitedFunction, readTabIds } from "~/core/access/tab-limits";
import type { TabLimits } from "~/core/access/tab-limits-schema";
import type { Flag } from "~/platform/auth/permission";
import { tabsField } from "./function-choices";
import type { AdministratorAccess } from "./schemas";

/** Checkboxes send their name several times. An undo sends one comma-separated text. */
const flagsOf = (grantable: readonly Flag[]) =>
  z
    .union([z.string(), z.array(z.string())])
    .default("")
    .transform((sent) => [sent].flat().flatMap((text) => text.split(",").filter(Boolean)))
    .pipe(z.array(z.enum(grantable, "This function can't be granted.")));

/** Comma-separated tab ids. `grantAccess` checks them. */
const tabsText = z.string().default("");

type TabsFields<T> = Record<ReturnType<typeof tabsField>, T>;

/** The form of an administrator's page. */
export function grantForm(grantable: readonly Flag[], limited: readonly LimitedFunction[]) {
  const tabsFields: TabsFields<typeof tabsText> = Object.fromEntries(
    limited.map(({ flag }) => [tabsField(flag), tabsText]),
  );
  return z.discriminatedUnion("intent", [
    z
      .object({ intent: z.literal("grant"), version: z.coerce.number().int(), flags: flagsOf(grantable) })
      .extend(tabsFields),
  ]);
}

/** The limits in a form's fields. A blank field limits nothing. */
export function tabLimitsOf(form: TabsFields<string>, limited: readonly LimitedFunction[]): TabLimits {
  const limits = limited.map(({ flag }) => [flag, readTabIds(form[tabsField(flag)] ?? "")] as const);
  return Object.fromEntries(limits.filter(([, ids]) => ids.length > 0));
}

/**
 * The fields that restore an administrator's earlier access. Undefined when it had the id of a tab that the function doesn't have: it
 * can't be stored again, and without it the person might be limited less.
 */
export function undoFields(
  before: AdministratorAccess,
  after: AdministratorAccess,
  grantable: readonly Flag[],
  limited: readonly LimitedFunction[],
): Record<string, string> | undefined {
  const isRefused = limited.some(({ flag, tabs }) =>
    before.tabLimits[flag]?.some((tab) => !tabs.includes(tab) && !after.tabLimits[flag]?.includes(tab)),
  );
  if (isRefused) return undefined;
  const tabs = limited.map(({ flag }) => [tabsField(flag), before.tabLimits[flag]?.join(",") ?? ""]);
  const granted = grantable.filter((flag) => before.flags.includes(flag));
  return {
    intent: "grant",
    version: String(after.version),
    flags: granted.join(","),
    ...Object.fromEntries(tabs),
  };
}
