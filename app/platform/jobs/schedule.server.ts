import { createHash } from "node:crypto";
import { database } from "../db/pool.server";

/** When a task runs without a request, and for which shops. */
export interface Schedule {
  /** Cron expression in UTC. */
  cron: string;
  /**
   * SQL that is true for a row of `shops` whose shop has work for the task. One query answers it for all shops, each time, so it must
   * find the row by an index that begins with `shop`. It may be true without need. It must not be false when there is work.
   */
  due: string;
  /** The shops start within this many minutes, each at a time of its own. Unset, they start together: few are due at a time. */
  spreadMinutes?: number;
}

/** Work that every shop has each time. Spread it, because it starts for all shops. */
export const EVERY_SHOP = "true";

/** Nightly work starts within this time. A shop has the same place in it for all tasks, so their order stays. */
export const NIGHTLY_SPREAD_MINUTES = 60;

/** Reads which shops have work for a scheduled task: one query, without row-level security. */
export async function shopsDue({ due }: Pick<Schedule, "due">): Promise<string[]> {
  const { rows } = await database().query<{ shop: string }>(
    `SELECT shops.shop FROM shops WHERE shops.uninstalled_at IS NULL AND (${due}) ORDER BY shops.shop`,
  );
  return rows.map(({ shop }) => shop);
}

/** When a shop starts work that is due at `now`. Undefined: immediately. */
export function startOf({ spreadMinutes }: Schedule, shop: string, now: Date): Date | undefined {
  if (!spreadMinutes) return undefined;
  const place = createHash("sha256").update(shop).digest().readUInt32BE() / 2 ** 32;
  return new Date(now.getTime() + place * spreadMinutes * 60_000);
}
