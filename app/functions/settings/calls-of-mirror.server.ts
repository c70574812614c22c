import type { ContractRouterClient } from "@orpc/contract";
import type { Declarations } from "~/core/context.server";
import type { mirrorCalls } from "~/core/mirrors/mirror-calls.server";

type MirrorCalls = ContractRouterClient<ReturnType<typeof mirrorCalls>>;

/** The calls of a declared mirror: its noun has them under the mirror's name. @throws for a noun that doesn't */
export function callsOfMirror(calls: object, name: string): MirrorCalls {
  const found = (calls as Record<string, MirrorCalls>)[name];
  if (!found) throw new Error(`No module has the calls of the mirror "${name}".`);
  return found;
}

/** The state of each mirror, with what many of its rows are called. */
export const readMirrors = (calls: object, { mirrors }: Pick<Declarations, "mirrors">) =>
  Promise.all(
    [...mirrors.values()].map(async ({ name, plural }) => ({
      name,
      plural,
      ...(await callsOfMirror(calls, name).mirror()),
    })),
  );
