import type pg from "pg";
import { type Store, transaction } from "../data/database.ts";
import { changeRecords, type RecordChange } from "./change-records.ts";
import {
  type Configuration,
  type Resource,
  type ResourceKind,
  readIndex,
  replicaNames,
  type Settings,
} from "./indexes.ts";

export type CopyScope = "settings" | ResourceKind;

/** A change of an index. Algolia answers it immediately and applies it later. */
export type IndexChange =
  | { kind: "batch"; requests: readonly RecordChange[] }
  /** Everything unless the scope names parts. */
  | { kind: "copy"; to: string; scope?: readonly CopyScope[] }
  | { kind: "move"; to: string }
  | { kind: "delete" }
  | { kind: "settings"; settings: Settings; forwards: boolean }
  | { kind: "save"; of: ResourceKind; resources: readonly Resource[]; replaces: boolean; forwards: boolean }
  | { kind: "remove"; of: ResourceKind; id: string; forwards: boolean };

/** How long a change waits. */
const APPLIED_AFTER_MS = 60;

/** Accepts a change. @returns the id of its task */
export async function addTask(
  store: Store,
  shop: string,
  index: string,
  change: IndexChange,
): Promise<number> {
  const { rows } = await store.pool.query<{ id: number }>(
    "INSERT INTO algolia_tasks (shop, index_name, change, due_at) VALUES ($1, $2, $3, $4) RETURNING id::int",
    [shop, index, JSON.stringify(change), new Date(store.clock.now() + store.delayMs(APPLIED_AFTER_MS))],
  );
  if (!rows[0]) throw new Error("The task has no id.");
  return rows[0].id;
}

/** Whether a task has been applied. Undefined when there is none. A client asks for that of a copy at either index. */
export async function isTaskApplied(store: Store, shop: string, id: number): Promise<boolean | undefined> {
  const { rows } = await store.pool.query<{ is_applied: boolean }>(
    "SELECT is_applied FROM algolia_tasks WHERE shop = $1 AND id = $2",
    [shop, id],
  );
  return rows[0]?.is_applied;
}

/** Applies the changes that are due, in the order in which they arrived. Called before anything is read. */
export async function applyDueTasks(store: Store, shop: string): Promise<void> {
  const now = new Date(store.clock.now());
  await transaction(store, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock(hashtext($1))", [`algolia ${shop}`]);
    const { rows } = await client.query<{
      id: number;
      index_name: string;
      change: IndexChange;
      due_at: Date;
    }>(
      "SELECT id, index_name, change, due_at FROM algolia_tasks WHERE shop = $1 AND NOT is_applied ORDER BY id",
      [shop],
    );
    for (const { id, index_name, change, due_at } of rows) {
      if (due_at > now) break;
      await new IndexOfShop(client, shop, index_name, now).apply(change);
      await client.query("UPDATE algolia_tasks SET is_applied = true WHERE id = $1", [id]);
    }
  });
}

/** These settings belong to an index and aren't copied with the others. */
const NOT_COPIED = ["replicas", "mode", "enableReRanking"] as const;

class IndexOfShop {
  constructor(
    private readonly client: pg.ClientBase,
    private readonly shop: string,
    private readonly name: string,
    private readonly now: Date,
  ) {}

  async apply(change: IndexChange): Promise<void> {
    switch (change.kind) {
      case "batch":
        await this.create();
        return changeRecords(this.client, { shop: this.shop, index: this.name }, change.requests);
      case "copy":
        return this.copy(change.to, change.scope);
      case "move":
        return this.move(change.to);
      case "delete":
        return this.delete();
      case "settings":
        return this.changeEach(change.forwards, (before, isPrimary) => {
          const { replicas, ...others } = change.settings;
          const settings = { ...before.settings, ...(isPrimary ? change.settings : others) };
          return { ...before, settings: withoutNulls(settings) };
        });
      case "save":
        return this.changeEach(change.forwards, (before) => ({
          ...before,
          [change.of]: {
            ...(change.replaces ? {} : before[change.of]),
            ...Object.fromEntries(change.resources.map((resource) => [resource.objectID, resource])),
          },
        }));
      case "remove":
        return this.changeEach(change.forwards, (before) => {
          const { [change.id]: _removed, ...others } = before[change.of];
          return { ...before, [change.of]: others };
        });
    }
  }

  /** Changes the configuration of the index, and with `forwards` that of its replicas. */
  private async changeEach(
    forwards: boolean,
    change: (before: Configuration, isPrimary: boolean) => Configuration,
  ): Promise<void> {
    await this.create();
    const before = await this.configuration();
    const after = change(before, true);
    await this.write(after);
    await this.attachReplicas(replicaNames(before.settings), replicaNames(after.settings), after);
    if (!forwards) return;
    for (const name of replicaNames(after.settings)) {
      const replica = this.other(name);
      await replica.write(change(await replica.configuration(), false));
    }
  }

  private async attachReplicas(
    before: string[],
    after: string[],
    configuration: Configuration,
  ): Promise<void> {
    for (const name of before.filter((each) => !after.includes(each)))
      await this.other(name).detach(this.name);
    const { replicas: _own, ...settings } = configuration.settings;
    for (const name of after.filter((each) => !before.includes(each))) {
      const replica = this.other(name);
      if (await readIndex(this.client, this.shop, name)) await replica.removeRecords();
      else {
        await replica.create();
        await replica.write({ ...configuration, settings });
      }
      await this.client.query("UPDATE algolia_indexes SET primary_index = $3 WHERE shop = $1 AND name = $2", [
        this.shop,
        name,
        this.name,
      ]);
    }
  }

  /** A replica that is none any longer is an index with the records that it had. */
  private async detach(primary: string): Promise<void> {
    await this.copyRecords(primary);
    await this.client.query("UPDATE algolia_indexes SET primary_index = NULL WHERE shop = $1 AND name = $2", [
      this.shop,
      this.name,
    ]);
  }

  private async copyRecords(from: string): Promise<void> {
    await this.removeRecords();
    await this.client.query(
      `INSERT INTO algolia_records (shop, index_name, object_id, record)
       SELECT shop, $3, object_id, record FROM algolia_records WHERE shop = $1 AND index_name = $2`,
      [this.shop, from, this.name],
    );
  }

  /** Copying from an index that doesn't exist creates a new one. */
  private async copy(name: string, scope?: readonly CopyScope[]): Promise<void> {
    const target = this.other(name);
    const [source, before] = [await this.configuration(), await target.configuration()];
    await target.create();
    const has = (part: CopyScope) => scope === undefined || scope.includes(part);
    await target.write({
      settings: has("settings") ? settingsFor(source.settings, before.settings) : before.settings,
      synonyms: has("synonyms") ? source.synonyms : before.synonyms,
      rules: has("rules") ? source.rules : before.rules,
    });
    if (scope === undefined) await target.copyRecords(this.name);
  }

  /** Moving an index that doesn't exist is ignored. The replicas of the one that it replaces stay, and get its records. */
  private async move(name: string): Promise<void> {
    if (!(await readIndex(this.client, this.shop, this.name))) return;
    const target = this.other(name);
    const [source, before] = [await this.configuration(), await target.configuration()];
    await target.create();
    const { replicas: _none, ...settings } = source.settings;
    const { replicas } = before.settings;
    await target.write({ ...source, settings: { ...settings, ...(replicas !== undefined && { replicas }) } });
    await target.copyRecords(this.name);
    await this.delete();
  }

  private async delete(): Promise<void> {
    const { settings } = await this.configuration();
    for (const name of replicaNames(settings)) await this.other(name).detach(this.name);
    await this.removeRecords();
    await this.client.query("DELETE FROM algolia_indexes WHERE shop = $1 AND name = $2", [
      this.shop,
      this.name,
    ]);
  }

  private removeRecords = () =>
    this.client.query("DELETE FROM algolia_records WHERE shop = $1 AND index_name = $2", [
      this.shop,
      this.name,
    ]);

  private create = () =>
    this.client.query(
      "INSERT INTO algolia_indexes (shop, name, updated_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
      [this.shop, this.name, this.now],
    );

  private async configuration(): Promise<Configuration> {
    const index = await readIndex(this.client, this.shop, this.name);
    const { settings, synonyms, rules } = index ?? { settings: {}, synonyms: {}, rules: {} };
    return { settings, synonyms, rules };
  }

  private write = (configuration: Configuration) =>
    this.client.query(
      "UPDATE algolia_indexes SET configuration = $3, updated_at = $4 WHERE shop = $1 AND name = $2",
      [this.shop, this.name, JSON.stringify(configuration), this.now],
    );

  private other = (name: string) => new IndexOfShop(this.client, this.shop, name, this.now);
}

/** A copy of settings for an index, which keeps its own ones of those that aren't copied. */
function settingsFor(source: Settings, own: Settings): Settings {
  const settings: Settings = { ...source };
  for (const name of NOT_COPIED) {
    delete settings[name];
    if (own[name] !== undefined) settings[name] = own[name];
  }
  return settings;
}

/** Null resets a setting. */
const withoutNulls = (settings: Settings): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
