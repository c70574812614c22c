/** What a search engine says about a product can have the product's own words, and is stored as JSON. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { liveAlgolia } from "~/connectors/algolia/live.server";
import { liveSolr } from "~/connectors/solr/live.server";
import { isStorable } from "~/platform/contract/storable-text";

const REASON = `${"x".repeat(299)}😀, which isn't a number`;

const server = http.createServer((_request, response) =>
  response.writeHead(400).end(JSON.stringify({ message: REASON, error: { msg: REASON } })),
);
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => void server.close());

const engine = () => ({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: "k" });

test.each([
  ["Algolia", () => liveAlgolia({ ...engine(), applicationId: "A" }).saveRecords("p", [{ objectID: "1" }])],
  ["Solr", () => liveSolr({ ...engine(), user: "u" }).add("p", [{ id: "1" }])],
])("a reason of %s that is cut in the middle of a character can be stored", async (_system, send) => {
  const error: Error = await send().then(
    () => expect.unreachable(),
    (refusal) => refusal,
  );
  expect(error.message).toContain("refused: xxx");
  expect(isStorable(error.message)).toBe(true);
});
