import { defineHook } from "~/core/hook.server";
import type { SyncDefinition } from "~/core/syncs/define-sync.server";
import { type Administrator, type Flag, mayUse } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, upstreamFailed } from "~/platform/errors";
import type { EngineName } from "../index-fields.server";
import { isPublished } from "../published-index.server";
import type { SearchEngine } from "../search-engine";

/** A search engine with its sync, as the inspector uses it. */
export interface SyncedEngine {
  /** Also the section of its syncs. */
  name: EngineName;
  /** For people. */
  system: string;
  flag: Flag;
  /** Its full sync. */
  sync: SyncDefinition<Record<string, never>>;
  isConfigured(tx: ShopTransaction, shop: string): Promise<boolean>;
  /** The engine with the fields of its live index. @throws 409 when it isn't set up */
  openLive(shop: string, signal: AbortSignal): Promise<SearchEngine>;
  /** Has products sent with the next changes, a few seconds later. */
  queue(tx: ShopTransaction, shop: string, productIds: readonly number[]): Promise<void>;
}

/** The search engines of all modules. */
export const searchEngines = defineHook<SyncedEngine>("search.engines");

/** Those that are set up in the shop and that the administrator may see. */
export const enginesFor = (shop: string, administrator: Administrator): Promise<SyncedEngine[]> =>
  withShop(shop, async (tx) => {
    const engines: SyncedEngine[] = [];
    for (const engine of searchEngines.all())
      if (mayUse(administrator, engine.flag) && (await engine.isConfigured(tx, shop))) engines.push(engine);
    return engines.toSorted((one, other) => one.system.localeCompare(other.system, "en"));
  });

/** The live index of an engine. @throws 409 where it isn't set up, or where no full sync has published one */
export async function openPublished(
  shop: string,
  { name, system, openLive }: SyncedEngine,
  signal: AbortSignal,
): Promise<SearchEngine> {
  const engine = await openLive(shop, signal);
  if (!(await withShop(shop, (tx) => isPublished(tx, shop, name, engine.target))))
    throw conflict(`${system} has no index of this shop yet. Start a sync first.`);
  return engine;
}

/**
 * Waits for an engine's answer, up to the limit of a page.
 * @param signal the limit, with which the engine was opened
 * @throws a 502 refusal when it has passed
 */
export async function inTime<Answer>(
  { system }: Pick<SyncedEngine, "system">,
  signal: AbortSignal,
  answer: Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    const isLate = signal.aborted && ["AbortError", "TimeoutError"].includes((error as Error).name);
    throw isLate ? upstreamFailed(`${system} didn't answer in time. Try again in a few minutes.`) : error;
  }
}
