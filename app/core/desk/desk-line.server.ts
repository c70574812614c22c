import { type SQL, sql } from "drizzle-orm";
import type { Administrator, Permission } from "~/platform/auth/permission";
import type { Shop } from "~/platform/auth/shops.server";

/** How soon staff should see to it. A line of an earlier one is above. */
export const URGENCIES = ["now", "today", "soon"] as const;

/** Work that may wait for staff: one line under "Needs you" on the home page. It is shown while there is some. */
export interface DeskLine {
  kind: "desk line";
  /** Unique, such as `students-pending`. */
  name: string;
  /** Who sees it: those who may open its page. */
  for: Permission;
  urgency: (typeof URGENCIES)[number];
  /** What is counted: "pending student registration", and several of them unless that only adds an s. */
  noun: string;
  nouns?: string;
  /** The button that opens the page: "Review". */
  action: string;
  /** The page with exactly these records. */
  address: string;
  /** The list whose changes the line follows. */
  list: string;
  /** Whether its instants are when the work began to wait, or when something is going to happen. "since" by default. */
  timing?: "since" | "until";
  /**
   * Where the records are, with the instant of each. An index must have them in the order of the instant, or in `order`, or they must be
   * few.
   */
  records(reader: DeskReader): { from: SQL; at: SQL; where: SQL | undefined; order?: SQL };
}

/** Whose desk it is. */
export interface DeskReader {
  shop: Shop;
  administrator: Administrator;
  now: Date;
}

/** More are counted as this many. */
export const MAX_COUNTED = 1_000;

/** Declares a line. The module names its file, `desk.server.ts`, under `declares`. */
export const defineDeskLine = (line: Omit<DeskLine, "kind">): DeskLine => ({ kind: "desk line", ...line });

/** SQL that reads a line: its name, the number of its records as far as they are counted, and the first instant. */
export function selectLine(line: DeskLine, reader: DeskReader): SQL {
  const { from, at, where, order = at } = line.records(reader);
  return sql`SELECT ${line.name} AS name, count(*)::int AS count, min(at) AS at
    FROM (SELECT ${at} AS at FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT ${MAX_COUNTED + 1}) AS records`;
}
