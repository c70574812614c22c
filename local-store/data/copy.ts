import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";

/** A row's values in column order. Arrays become PostgreSQL arrays, objects become JSON, and undefined becomes NULL. */
export type CopyRow = readonly unknown[];

const ROWS_PER_CHUNK = 500;

/**
 * Streams rows into a table with COPY, in constant memory. Returns the number of written rows. If PostgreSQL throws, none are
 * written.
 */
export async function copyRows(
  client: pg.PoolClient,
  table: string,
  columns: readonly string[],
  rows: Iterable<CopyRow> | AsyncIterable<CopyRow>,
): Promise<number> {
  let count = 0;
  async function* lines() {
    let chunk = "";
    let pending = 0;
    for await (const row of rows) {
      chunk += `${row.map(copyField).join("\t")}\n`;
      count += 1;
      pending += 1;
      if (pending === ROWS_PER_CHUNK) {
        yield chunk;
        chunk = "";
        pending = 0;
      }
    }
    if (pending > 0) yield chunk;
  }
  const sink = client.query(copyFrom(`COPY ${table} (${columns.join(", ")}) FROM STDIN`));
  await pipeline(Readable.from(lines()), sink);
  return count;
}

/** Reserves ids for rows that other rows of the same load refer to. */
export async function reserveIds(client: pg.PoolClient, count: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    "SELECT nextval('shopify_id') AS id FROM generate_series(1, $1)",
    [count],
  );
  return rows.map((row) => row.id);
}

function copyField(value: unknown): string {
  if (value === null || value === undefined) return "\\N";
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value) && value.every((element) => typeof element === "string")) {
    return escapeCopy(`{${value.map(arrayElement).join(",")}}`);
  }
  if (typeof value === "object") return escapeCopy(JSON.stringify(value));
  return escapeCopy(String(value));
}

function arrayElement(element: string): string {
  return `"${element.replace(/[\\"]/g, "\\$&")}"`;
}

function escapeCopy(text: string): string {
  return text.replace(/\\/g, "\\\\").replace(/\t/g, "\\t").replace(/\n/g, "\\n").replace(/\r/g, "\\r");
}
