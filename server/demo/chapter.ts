import { TZDate } from "@date-fns/tz";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { stableUuid } from "~/platform/stable-uuid.server";
import type { ShopConfig } from "../../local-store/config.ts";
import type { Store } from "../../local-store/data/database.ts";
import { RandomSource } from "../../local-store/demo/random-source.ts";
import { DAY_MS } from "../../local-store/history/calendar.ts";
import type { HistoryFacts } from "../../local-store/history/write-history.ts";
import { type StaffMember, staffOf } from "./staff.ts";

/** A shop whose history is written. */
export interface DemoShop {
  config: ShopConfig;
  domain: string;
  /** The local store, for reading only. */
  store: Store;
  facts: HistoryFacts;
  /** The last instant of the history. */
  start: Date;
  /** 1 for the first shop. The second one has a tenth of most things. */
  scale: number;
  /** Only the first shop is connected to other systems. */
  isConnected: boolean;
  staff: Record<"owner" | "credit" | "reviewer" | "operations", StaffMember>;
}

/** A part of the history. Safe to repeat: a chapter that was interrupted is written again. */
export interface Chapter {
  name: string;
  /** Steps that can't be part of one transaction, such as files. Each is skipped when it was done. */
  prepare?(shop: DemoShop): Promise<void>;
  /** Runs once, in one transaction with the note that it did. */
  write?(tx: ShopTransaction, shop: DemoShop): Promise<void>;
}

/** A shop with what its history is written from. */
export function demoShop(config: ShopConfig, store: Store, facts: HistoryFacts, index: number): DemoShop {
  return {
    config,
    domain: config.domain,
    store,
    facts,
    start: new Date(facts.start),
    scale: facts.scale,
    isConnected: index === 0,
    staff: staffOf(config),
  };
}

/** This many of something in the shop, and at least one. */
export const scaled = ({ scale }: DemoShop, count: number): number => Math.max(1, Math.round(count * scale));

/** The random choices of a chapter. They depend on the shop, too. */
export const randomOf = ({ domain }: DemoShop, chapter: string, number = 0): RandomSource =>
  new RandomSource(
    [...`${domain} ${chapter}`].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) | 0, 7),
    1_500_000_000 + number,
  );

/** The id of a record of the history. */
export const idOf = ({ domain }: DemoShop, ...names: readonly (string | number)[]): string =>
  stableUuid("demo history", domain, ...names.map(String));

/** The largest id of a table whose ids count from 1 in each shop: people can have added rows before the history is written. */
export async function lastIdOf(
  tx: ShopTransaction,
  { domain }: DemoShop,
  table: "promotions" | "registration_codes" | "events" | "user_types",
): Promise<number> {
  const { rows } = await tx.$client.query<{ last: number }>(
    `SELECT coalesce(max(id), 0)::int AS last FROM ${table} WHERE shop = $1`,
    [domain],
  );
  return rows[0]?.last ?? 0;
}

/** The instant a number of days before the end of the history, or after it if the number is negative. */
export const daysAgo = ({ start }: DemoShop, days: number): Date =>
  new Date(Math.floor((start.getTime() - days * DAY_MS) / 1000) * 1000);

/** A later instant. */
export const after = (at: Date, days: number): Date => new Date(at.getTime() + Math.round(days * DAY_MS));

/** The day of an instant in the shop's calendar, as YYYY-MM-DD. */
export const dayOf = ({ config }: DemoShop, at: Date): string =>
  at.toLocaleDateString("sv-SE", { timeZone: config.timeZone });

/** The instant of an hour in the shop's time zone, on the day of another instant. */
export function atHour(shop: DemoShop, at: Date, hour: number): Date {
  const [year = 0, month = 0, day = 0] = dayOf(shop, at).split("-").map(Number);
  return new Date(+new TZDate(year, month - 1, day, hour, shop.config.timeZone));
}

/** Rows of the local store. */
export async function storeRows<Row extends object>(
  { store, domain }: DemoShop,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return (await store.pool.query<Row>(text, [domain, ...values])).rows;
}
