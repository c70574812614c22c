import type { CallContext } from "~/core/context.server";
import { readRuns } from "~/core/runs/read-runs.server";
import { readUsedMetafields } from "~/domain/products/read-metafields.server";
import { withShop } from "~/platform/db/with-shop.server";
import { hasEnded } from "~/platform/jobs/states";
import type { FilterDefinition, LastUpdate } from "./contract";
import { answeredDefinition, initialDefinition, readStoredDefinitions } from "./definition-store.server";
import { BUILT_IN_FIELDS, dataTypeOf } from "./fields";
import { countUnpublished } from "./publish/revisions.server";
import { SECTION } from "./publish/section";
import type { DataType } from "./settings";
import { sortDefinitions } from "./sort-filters";

/** What the tab Filters Definitions shows. */
interface Definitions {
  filtersDef: FilterDefinition[];
  unpublished: number;
  lastUpdate: LastUpdate | null;
}

/** The fields that products can be filtered by. An active filter stays in the list when no product has its field any longer. */
export async function listDefinitions({ shop: { domain } }: CallContext): Promise<Definitions> {
  const { stored, metafields, unpublished, lastRun } = await withShop(domain, async (tx) => ({
    stored: await readStoredDefinitions(tx, domain),
    metafields: await readUsedMetafields(tx, domain),
    unpublished: await countUnpublished(tx, domain),
    lastRun: (await readRuns(tx, domain, SECTION))[0],
  }));
  const types = new Map<string, DataType>([
    ...Object.entries(BUILT_IN_FIELDS),
    ...[...metafields].map(([name, type]) => [name, dataTypeOf(type)] as const),
  ]);
  const shown = new Map([...types].map(([name, type]) => [name, initialDefinition(domain, name, type)]));
  for (const definition of stored)
    if (definition.active || types.has(definition.name)) shown.set(definition.name, definition);
  const filtersDef = sortDefinitions([...shown.values()].map(answeredDefinition));
  const lastUpdate = lastRun && {
    jobId: lastRun.id,
    status: lastRun.status,
    isRunning: !hasEnded(lastRun.state),
    at: (lastRun.finishedAt ?? lastRun.beganAt).toISOString(),
  };
  return { filtersDef, unpublished, lastUpdate: lastUpdate ?? null };
}
