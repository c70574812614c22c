/** What a search engine says about a product can have the product's own words, and is stored as JSON. */
import { expect, test, vi } from "vitest";
import { liveAlgolia } from "~/connectors/algolia/live.server";
import { liveSolr } from "~/connectors/solr/live.server";
import { isStorable } from "~/platform/contract/storable-text";

const reason = vi.hoisted(() => `${"x".repeat(299)}😀, which isn't a number`);

vi.mock("~/platform/outbound.server", () => ({
  sendOutbound: async () => ({
    status: 400,
    body: JSON.stringify({ message: reason, error: { msg: reason } }),
    retryAfterMs: null,
  }),
}));

const algolia = liveAlgolia({ baseUrl: "https://a.example", applicationId: "A", key: "k" });
const solr = liveSolr({ baseUrl: "https://s.example", user: "u", key: "k" });

test.each([
  ["Algolia", () => algolia.saveRecords("products", [{ objectID: "1" }])],
  ["Solr", () => solr.add("products", [{ id: "1" }])],
])("a reason of %s that is cut in the middle of a character can be stored", async (_system, send) => {
  const error: Error = await send().then(
    () => expect.unreachable(),
    (refusal) => refusal,
  );
  expect(error.message).toContain("refused: xxx");
  expect(isStorable(error.message)).toBe(true);
});
