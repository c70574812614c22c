import { withShop } from "../db/with-shop.server";
import { defineTask, NIGHTLY_SPREAD_MINUTES, type Task } from "./task.server";

/** Few enough that no transaction holds its locks for long, and that PostgreSQL's vacuum keeps up. */
export const ROWS_PER_STEP = 1_000;

/** Rows of a table that are no longer needed. */
interface OldRows {
  table: string;
  /** SQL that is true of such a row, which is named `old`. Find it by an index that begins with `shop`. */
  where: string;
  /** Changes the rows instead of deleting them: the SQL behind `SET`. Afterward, `where` isn't true of them. */
  set?: string;
}

/** A nightly task that deletes what is old. */
export interface Pruning extends Task {
  /** What is deleted after how many days. `docs/operating.md` lists it. */
  prunes: string;
  days: number;
}

interface DeclaredPruning {
  name: string;
  /** Cron expression in UTC. */
  cron: string;
  /** What is deleted: "Logs of runs". */
  what: string;
  days: number;
  /** One after the other: rows that refer to others come first. The last one says whether a shop has any. */
  rows: readonly [...OldRows[], OldRows];
}

/** Declares a nightly task that deletes old rows of a shop in small steps. Name it under `declares` of its module. */
export function definePruning({ name, cron, what, days, rows }: DeclaredPruning): Pruning {
  const { table, where } = rows.at(-1) as OldRows;
  const task = defineTask({
    name,
    schedule: {
      cron,
      due: `EXISTS (SELECT FROM ${table} AS old WHERE old.shop = shops.shop AND (${where}))`,
      spreadMinutes: NIGHTLY_SPREAD_MINUTES,
    },
    async run(shop, signal) {
      for (const old of rows) await pruneRows(shop, old, signal);
    },
  });
  return { ...task, prunes: what, days };
}

/** The SQL of an age. */
export const olderThan = (column: string, days: number): string =>
  `${column} < now() - interval '${days} days'`;

/** Deletes or changes a shop's old rows, some in each transaction. When it is aborted, the next night continues. */
async function pruneRows(shop: string, { table, where, set }: OldRows, signal: AbortSignal): Promise<void> {
  const picked = `ARRAY(SELECT old.ctid FROM ${table} AS old WHERE old.shop = $1 AND (${where}) LIMIT ${ROWS_PER_STEP})`;
  const change = set ? `UPDATE ${table} SET ${set}` : `DELETE FROM ${table}`;
  for (let count = ROWS_PER_STEP; count === ROWS_PER_STEP && !signal.aborted; ) {
    const { rowCount } = await withShop(shop, (tx) =>
      tx.$client.query(`${change} WHERE shop = $1 AND ctid = ANY (${picked})`, [shop]),
    );
    count = rowCount ?? 0;
  }
}
