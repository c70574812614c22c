import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { parseStorableJson } from "~/platform/contract/storable-text";
import { pause } from "~/platform/deadline.server";
import { upstreamFailed } from "~/platform/errors";
import type { BulkQuery } from "./operation";
import { bulkOperationGet, bulkRunQuery } from "./operations/bulk-operations";
import { type AdminApi, refuseUserErrors } from "./port";

const POLL_MS = { first: 250, max: 5_000 };

/**
 * Runs a bulk query and yields its result line by line.
 * @param what names the work in error messages: "read all customers"
 * @throws a 502 refusal when the operation does not start or finish, or when the result is incomplete
 */
export async function* bulkLines(
  api: AdminApi,
  query: BulkQuery<unknown>,
  { what, signal }: { what: string; signal: AbortSignal },
): AsyncGenerator<string> {
  const call = { priority: "bulk", signal } as const;
  const { bulkOperationRunQuery: started } = await api.run(
    bulkRunQuery,
    { query: query.text, groupObjects: false },
    call,
  );
  refuseUserErrors(what, started);
  const id = started?.bulkOperation?.id;
  if (!id) throw upstreamFailed(`Shopify didn't ${what}.`);
  for (let interval = POLL_MS.first; ; interval = Math.min(interval * 1.5, POLL_MS.max)) {
    const { bulkOperation } = await api.run(bulkOperationGet, { id }, call);
    if (bulkOperation?.status === "COMPLETED") {
      if (bulkOperation.url) yield* linesOf(await api.download(bulkOperation.url, signal));
      return;
    }
    if (!bulkOperation || !["CREATED", "RUNNING"].includes(bulkOperation.status))
      throw upstreamFailed(`Shopify's bulk operation ended as ${bulkOperation?.status ?? "unknown"}.`);
    await pause(interval, { signal });
  }
}

/**
 * A result file line by line. Not by `node:readline`, which also ends a line at U+2028 and U+2029: JSON has these within its texts.
 * @throws a 502 refusal when the download is cut off, because the lines so far aren't the complete result
 */
export async function* linesOf(bytes: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const input = Readable.fromWeb(bytes as NodeReadableStream).setEncoding("utf8");
  // After the reader stops early, an unhandled error of the stream would end the process.
  input.on("error", () => undefined);
  try {
    let rest = "";
    for await (const text of input) {
      const [first = "", ...others] = String(text).split("\n");
      rest += first;
      for (const other of others) {
        yield rest;
        rest = other;
      }
    }
    if (rest) yield rest;
  } catch {
    throw upstreamFailed("Shopify's result file was cut off. Run this again.");
  } finally {
    input.destroy();
  }
}

/**
 * The lines of a result that Shopify has grouped: each line of the root connection, with the lines of its nested connections.
 * @throws a 502 refusal when a line doesn't follow its parent
 */
export async function* groupedLines<Line, PartLine>(
  lines: AsyncIterable<string>,
): AsyncGenerator<{ line: Line; parts: PartLine[] }> {
  let group: { line: Line; parts: PartLine[] } | undefined;
  let parentId: string | undefined;
  for await (const text of lines) {
    if (!text.trim()) continue;
    const line = parseStorableJson(text) as { id?: string; __parentId?: string };
    if (line.__parentId === undefined) {
      if (group) yield group;
      parentId = line.id;
      group = { line: line as Line, parts: [] };
    } else {
      if (line.__parentId !== parentId || !group)
        throw upstreamFailed("Shopify's result file has its lines in the wrong order. Run this again.");
      group.parts.push(line as PartLine);
    }
  }
  if (group) yield group;
}
