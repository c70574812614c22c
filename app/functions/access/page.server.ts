import { type LimitedFunction, limitedFunctions } from "~/core/access/tab-limits";
import type { Texts } from "~/core/answer-call.server";
import { grantableFlags } from "~/core/declared-name";
import type { ContractsOf, FunctionEntry } from "~/core/function-entry";
import type { Flag } from "~/platform/auth/permission";
import { accessCall, type accessFunction } from "./function";
import type { AdministratorAccess } from "./grant.server";

/** The call that the page of an administrator posts, and what it says after it. */
export const accessTexts = (
  functions: readonly FunctionEntry[],
): Texts<ContractsOf<typeof accessFunction>> => ({
  "access.grant": ({ before, after, changed, effects }) => {
    if (!changed) return { level: "info", text: `Nothing to save: ${after.name}'s access hasn't changed.` };
    const call = undoOf(before, after, grantableFlags(functions), limitedFunctions(functions));
    return {
      text: [`Saved what ${after.name} may open. It takes effect with their next click.`, ...effects].join(
        " ",
      ),
      undo: call && { label: "Undo", call },
    };
  },
});

/**
 * The call that restores an administrator's earlier access. Undefined when it had the id of a tab that the function doesn't have: it
 * can't be stored again, and without it the person might be limited less.
 */
export function undoOf(
  before: AdministratorAccess,
  after: AdministratorAccess,
  grantable: readonly Flag[],
  limited: readonly LimitedFunction[],
) {
  const isRefused = limited.some(({ flag, tabs }) =>
    before.tabLimits[flag]?.some((tab) => !tabs.includes(tab) && !after.tabLimits[flag]?.includes(tab)),
  );
  if (isRefused) return undefined;
  const tabLimits = Object.fromEntries(
    limited.flatMap(({ flag }) => (before.tabLimits[flag] ? [[flag, before.tabLimits[flag]]] : [])),
  );
  const flags = grantable.filter((flag) => before.flags.includes(flag));
  return accessCall("access.grant", { id: after.id, version: after.version, flags, tabLimits });
}
