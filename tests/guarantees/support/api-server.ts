import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { ContractCall } from "../../support/contract-calls.ts";
import { exampleOf } from "../../support/example-of.ts";
import type { Subject } from "../../support/example-requests.ts";

/** What came back. */
export interface ApiAnswer {
  status: number;
  text: string;
  /** The text as JSON; undefined when it is none. */
  body: Record<string, unknown> | undefined;
}

/** The HTTP API on a port of its own. */
export interface ApiServer {
  url: string;
  server: Server;
  send(path: string, init?: RequestInit): Promise<ApiAnswer>;
  /** Makes a call by its example request. */
  make(call: ContractCall, subject: Subject, token?: string): Promise<ApiAnswer>;
  close(): Promise<void>;
}

/** Serves `/api` as a web process does, without the pages. Open the test shop first. */
export async function openApiServer(): Promise<ApiServer> {
  const { handleApi } = await import("~/api.server");
  const server = createServer((request, response) => void handleApi(request, response));
  // As a web process has it (server/web/serve.ts): with Node's 5 s a busy run would send into a connection that is just being closed.
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const send = async (path: string, init: RequestInit = {}): Promise<ApiAnswer> => {
    const response = await fetch(`${url}${path}`, init);
    const text = await response.text();
    return { status: response.status, text, body: asJson(text) };
  };
  return {
    url,
    server,
    send,
    make(call, subject, token) {
      const { path, body } = exampleOf(call, subject);
      return send(path, {
        method: call.method,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function asJson(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
