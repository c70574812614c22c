import { createWriteStream } from "node:fs";
import http from "node:http";
import https from "node:https";
import { pipeline } from "node:stream/promises";
import { untilDeadline } from "./deadline.server";
import { badRequest } from "./errors";
import { hostIn, isOnThisMachine, lookupFor, mayBeReached, NOT_PUBLIC } from "./outbound-host.server";
import { inSpan } from "./trace.server";

/**
 * Parses an address that a person entered for another system. Allowed are https on the default port, without user name or
 * password, and not in a private network. The operator can allow other servers (`OUTBOUND_ALLOW`), also with http and with a port.
 * @param allowQuery for the signed address of a file, which another system answered
 * @throws a 400 refusal at `field` for any other address
 */
export function outboundAddress(text: string, field: string, { allowQuery = false } = {}): URL {
  const refuse = (problem: string) => badRequest(`The address ${problem}.`, { [field]: problem });
  if (!URL.canParse(text)) throw refuse("must be an address such as https://agora.example/api");
  const url = new URL(text);
  const isLocal = isOnThisMachine(url.hostname);
  const mayDiffer = isLocal || mayBeReached({ ...serverOf(url), isUsual: false });
  if (url.protocol !== "https:" && !(mayDiffer && url.protocol === "http:"))
    throw refuse("must start with https://");
  if (url.username || url.password) throw refuse("must not contain a name or a password");
  if ((url.search && !allowQuery) || url.hash) throw refuse("must not contain a question mark or a #");
  if (isLocal) return url;
  if (url.port && !mayDiffer)
    throw refuse(
      "must not name a port. The operator of Backroom can allow one with the variable OUTBOUND_ALLOW",
    );
  if (!mayBeReached(serverOf(url))) throw refuse(NOT_PUBLIC);
  return url;
}

const serverOf = (url: URL) => ({
  host: hostIn(url),
  port: Number(url.port || (url.protocol === "https:" ? 443 : 80)),
  isUsual: url.protocol === "https:" && url.port === "",
});

/** Another system's response. */
export interface OutboundAnswer {
  status: number;
  /** Cut to the request's `maxLength`. */
  body: string;
  /** How long to wait before the request is repeated. Null when the system doesn't say, or names a date. */
  retryAfterMs: number | null;
}

const MAX_BODY_LENGTH = 100_000;

interface OutboundOptions {
  timeoutMs: number;
  signal?: AbortSignal;
  /** The address may have a query. */
  allowQuery?: boolean;
}

/** A request to another system. */
export interface OutboundRequest extends OutboundOptions {
  method: "GET" | "POST" | "PUT" | "DELETE";
  headers: Record<string, string>;
  body?: string;
  /** Of the body in characters, for files. 100,000 unless set. */
  maxLength?: number;
}

/**
 * Sends a request to an address that a person entered. The name is resolved once and the connection uses that IP address. Private
 * networks that the operator hasn't allowed are refused and redirects aren't followed, which prevents server-side request forgery.
 * @throws a 400 refusal for an address that isn't allowed, and Node's error when there is no response in time
 */
export async function sendOutbound(address: string, request: OutboundRequest): Promise<OutboundAnswer> {
  const { maxLength = MAX_BODY_LENGTH } = request;
  const response = await openOutbound(address, request);
  let body = "";
  response.setEncoding("utf8");
  for await (const part of response) {
    body += String(part).slice(0, maxLength - body.length);
    // Leaving the loop closes the connection.
    if (body.length >= maxLength) break;
  }
  return { status: response.statusCode ?? 0, body, retryAfterMs: retryAfterIn(response) };
}

function retryAfterIn({ headers }: http.IncomingMessage): number | null {
  const seconds = headers["retry-after"] ?? "";
  return /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1_000 : null;
}

/** A file that is downloaded. */
export interface OutboundDownload extends OutboundOptions {
  /** Where it is written. The file must not exist. */
  path: string;
  maxBytes: number;
  /** @param total null when the server doesn't say */
  onProgress?(bytes: number, total: number | null): void;
}

/** A file is larger than what was allowed. */
export class OutboundTooLarge extends Error {}

/**
 * Downloads a file to the disk, with the same rules as `sendOutbound`. A file that arrives incomplete is an error.
 * @returns the HTTP status. The file is written only with 200
 * @throws as `sendOutbound`, and OutboundTooLarge
 */
export async function downloadOutbound(address: string, download: OutboundDownload): Promise<number> {
  const { path, maxBytes, onProgress } = download;
  const response = await openOutbound(address, {
    ...download,
    method: "GET",
    headers: { "accept-encoding": "identity" },
  });
  const status = response.statusCode ?? 0;
  if (status !== 200) {
    response.destroy();
    return status;
  }
  const total = Number(response.headers["content-length"]) || null;
  let bytes = 0;
  async function* limited(parts: AsyncIterable<Buffer>) {
    for await (const part of parts) {
      bytes += part.length;
      if (bytes > maxBytes) throw new OutboundTooLarge(`The file has more than ${maxBytes} bytes.`);
      onProgress?.(bytes, total);
      yield part;
    }
  }
  await pipeline(response, limited, createWriteStream(path, { flags: "wx", mode: 0o600 }));
  return status;
}

function openOutbound(
  address: string,
  request: Omit<OutboundRequest, "maxLength">,
): Promise<http.IncomingMessage> {
  const { method, headers, body, timeoutMs, signal, allowQuery } = request;
  const url = outboundAddress(address, "address", { allowQuery });
  const timeout = AbortSignal.timeout(timeoutMs);
  const attributes = { "http.request.method": method, "server.address": url.hostname };
  return inSpan({ name: `${method} ${url.hostname}`, kind: "client", attributes }, async (describe) => {
    const response = await answered();
    describe({ "http.response.status_code": response.statusCode });
    return response;
  });

  function answered() {
    return new Promise<http.IncomingMessage>((resolve, reject) => {
      const client = url.protocol === "https:" ? https : http;
      const outgoing = client.request(
        url,
        {
          method,
          headers: { ...headers, ...(body !== undefined && { "content-length": Buffer.byteLength(body) }) },
          signal: AbortSignal.any([untilDeadline(signal) ?? timeout, timeout]),
          lookup: isOnThisMachine(url.hostname) ? undefined : lookupFor(serverOf(url)),
          agent: false,
        },
        resolve,
      );
      outgoing.on("error", reject);
      outgoing.end(body);
    });
  }
}
