import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import {
  answerHostileNames,
  HOSTILE_HOSTS,
  HOSTILE_URLS,
  UNROUTED,
  watchConnections,
} from "../support/hostile-hosts.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";

/** What administrators enter as the address of a feed or as a server leads to no private network. */
export const hostileHosts: BackroomPromise = {
  id: "R22",
  title: "hostile feed URLs and FTP hosts (private ranges, redirects, rebinding, schemes)",
  async test() {
    const [{ downloadOutbound }, { connectToServer }] = await Promise.all([
      import("~/platform/outbound.server"),
      import("~/connectors/pricespider/live.server"),
    ]);
    const download = (url: string) =>
      downloadOutbound(url, {
        path: path.join(os.tmpdir(), "backroom-never-written"),
        maxBytes: 1_000,
        timeoutMs: 500,
        allowQuery: true,
      });
    const connect = (client: "FTP" | "SFTP", host: string) =>
      connectToServer(
        { client, host, port: 21, user: "u", password: "p", directory: "", knownKey: null },
        AbortSignal.timeout(500),
      );
    const redirect = await redirectedTo("/private");
    const apiKey = process.env.SHOPIFY_API_KEY;
    const connections = watchConnections();
    const names = answerHostileNames();
    const accepted: string[] = [];
    let redirected = 0;
    try {
      const status = await download(redirect.url);
      if (status !== 302 || redirect.requests.length !== 1) redirected += 1;
      connections.addresses.length = 0;
      // In local mode this machine is allowed, so these are tried as in production.
      process.env.SHOPIFY_API_KEY = "a-real-key";
      const attempts = [
        ...HOSTILE_URLS.map((url) => [url, () => download(url)] as const),
        ...HOSTILE_HOSTS.flatMap((host) => [
          [`FTP ${host}`, () => connect("FTP", host)] as const,
          [`SFTP ${host}`, () => connect("SFTP", host)] as const,
        ]),
      ];
      for (const [name, attempt] of attempts) {
        names.reset();
        await attempt().then(
          () => accepted.push(name),
          () => {},
        );
      }
      const reached = connections.addresses.filter((address) => address !== UNROUTED);
      return finding([`${attempts.length} addresses and hosts`, ...accepted, ...reached].join(", "), {
        accepted: accepted.length,
        connections: reached.length,
        "redirects followed": redirected,
      });
    } finally {
      process.env.SHOPIFY_API_KEY = apiKey;
      names.end();
      connections.end();
      await redirect.close();
    }
  },
};

/** A server of this machine that redirects. */
async function redirectedTo(location: string) {
  const requests: string[] = [];
  const server = http.createServer((request, response) => {
    requests.push(request.url ?? "");
    response.writeHead(302, { location }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.csv`,
    requests,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
