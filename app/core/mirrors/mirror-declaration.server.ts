import type { z } from "zod";
import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import type { Shop } from "~/platform/auth/shops.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { Hook } from "../hook.server";
import type { MirrorColumns } from "./mirror-columns.server";
import type { ChangeOrigin, MirrorPart } from "./mirror-part.server";
import type { MirrorTable } from "./write-rows.server";

/** What every row of a mirror has. */
export interface MirroredRow {
  /** The number in Shopify's id. */
  id: number;
  /** Shopify's time of the last change. */
  updated_at: string;
}

/**
 * Writes rows that were read from Shopify.
 * @param readAt when the reading began, by the database's clock
 * @param origin who made the change, when Backroom made it
 * @returns the ids of the rows that changed
 */
export type WriteReading<Row> = (
  tx: ShopTransaction,
  shop: string,
  rows: readonly Row[],
  readAt: string,
  origin?: ChangeOrigin | null,
) => Promise<number[]>;

/** What a webhook says about one row. */
export interface WebhookIntake<Payload> {
  /** Subscribed to in `shopify.app.toml`, too. */
  topics: readonly string[];
  /** The fields that are read of a payload. */
  payload: z.ZodType<Payload>;
  /** The topics that say that the row is gone. */
  deletedTopics: readonly string[];
  /** The number in Shopify's id. Null when the payload is about something else. */
  idIn(payload: Payload): number | null;
  /** When it happened. Undefined when the payload doesn't say so: the row is then read again in any case. */
  changedAt(payload: Payload): string | undefined;
  /** The columns that `saysTheSame` compares, or SQL expressions with a name. */
  compared: readonly string[];
  /**
   * True when the row has what the webhook says. Shopify's times are whole seconds: within one second only the content tells
   * whether a webhook brings a change.
   */
  saysTheSame(topic: string, payload: Payload, row: Readonly<Record<string, unknown>>): boolean;
}

/** A mirror: one of Shopify's resources in a table of PostgreSQL. */
export interface MirrorDeclaration<Row extends MirroredRow, Line, Payload, PartLine = never>
  extends MirrorTable {
  /** Unique, such as "customers". The names of the mirror's job and tasks begin with it. */
  name: string;
  /** What many of its rows are called, in lower case. */
  plural: string;
  /** Raise it when rows get a column that must be read from Shopify: each shop's mirror is then rebuilt. */
  version: number;
  /** Columns that other modules add. */
  added?: Hook<MirrorColumns<Row>>;
  /** What belongs to the rows and has tables of its own. */
  parts?: readonly MirrorPart<Row>[];
  /** Runs in the transaction that wrote rows or their parts, with the ids of those that changed. */
  onChange?(tx: ShopTransaction, shop: string, ids: readonly number[]): Promise<void>;
  /** Runs in the transaction that deleted rows, with their ids. */
  onDelete?(tx: ShopTransaction, shop: string, ids: readonly number[]): Promise<void>;
  /** The table of the rows that must be read again, with the columns `shop`, `queued_at` and the row's id. */
  stale: { table: string; id: string };
  bulk: {
    /** The document of the bulk operation that reads every row. */
    query: string;
    /**
     * @param parts the lines of connections below the root that belong to the line. Shopify groups them with it, which is slower,
     * only where `hasParts` says so
     */
    rowOf(line: Line, parts: readonly PartLine[], shop: Shop): Row;
    hasParts?: boolean;
    /** Cron expression in UTC. Webhooks are sometimes lost. */
    schedule: string;
  };
  byId: {
    /** As many as Shopify reads at a reasonable cost. */
    perCall: number;
    /** Reads rows from Shopify, strongly consistent. Those that Shopify no longer has are left out. */
    read(api: AdminApi, ids: readonly number[], call: CallOptions, shop: Shop): Promise<Row[]>;
  };
  webhooks: WebhookIntake<Payload>;
  /** Notifies pages that show the rows, after the transaction has committed. Without ids, the lists as a whole have changed. */
  publish?(shop: string, ids?: readonly number[]): void;
}
