import type { FaultKnobs } from "../../faults/fault-board.ts";
import type { SessionTokenKnobs } from "../../http/session-token-knobs.ts";
import type { PageContext } from "../page-context.ts";
import { type PageOptions, renderPage } from "../render-page.tsx";

const LABELS: Readonly<Record<keyof FaultKnobs, { label: string; hint: string }>> = {
  throttled: { label: "Throttled", hint: "Rate of calls that fail with THROTTLED and HTTP 200, 0 to 1" },
  tooManyRequests: { label: "HTTP 429", hint: "Rate of calls, 0 to 1" },
  serverError: { label: "HTTP 5xx", hint: "Rate of calls that fail before execution, 0 to 1" },
  denied: { label: "Denied", hint: "Rate of calls that fail with ACCESS_DENIED, 0 to 1" },
  cutBeforeCommit: {
    label: "Cut before commit",
    hint: "Rate of mutations whose connection is closed before execution, 0 to 1",
  },
  cutAfterCommit: {
    label: "Cut after commit",
    hint: "Rate of mutations whose connection is closed after execution, 0 to 1",
  },
  timeoutAfterCommit: {
    label: "Timeout after commit",
    hint: "Rate of mutations that return 504 after execution, 0 to 1",
  },
  deniedAfterCommit: {
    label: "Denied after commit",
    hint: "Rate of mutations that return null and ACCESS_DENIED after execution, 0 to 1",
  },
  userError: {
    label: "userErrors",
    hint: "Rate of mutations that return userErrors without execution, 0 to 1",
  },
  indexLagMs: { label: "Search lag", hint: "Milliseconds until search finds a change" },
  latencyMs: { label: "Latency", hint: "Milliseconds before every response" },
  webhookLost: { label: "Webhooks lost", hint: "Rate, 0 to 1" },
  webhookDuplicated: { label: "Webhooks duplicated", hint: "Rate, 0 to 1" },
  webhookReordered: { label: "Webhooks out of order", hint: "Rate, 0 to 1" },
  agoraServerError: { label: "Agora 5xx", hint: "Rate of syncs that fail before execution, 0 to 1" },
  agoraTimeoutAfterCommit: {
    label: "Agora timeout after commit",
    hint: "Rate of syncs that time out after execution, 0 to 1",
  },
  upsServerError: { label: "UPS fails", hint: "Rate of requests that get 500, 0 to 1" },
  upsTimeoutAfterPurchase: {
    label: "UPS timeout after purchase",
    hint: "Rate of labels that are sold without a response, 0 to 1",
  },
  feedServerError: { label: "Product feed fails", hint: "Rate of requests that get 503, 0 to 1" },
  feedCutOff: {
    label: "Product feed cut off",
    hint: "Rate of feeds whose connection is closed in the middle, 0 to 1",
  },
  feedMissing: {
    label: "Products missing in the feed",
    hint: "Share of the products that the feed doesn't have, 0 to 1",
  },
  uploadLoginRefused: {
    label: "PriceSpider refuses logins",
    hint: "Rate of FTP and SFTP logins that are refused, 0 to 1",
  },
  uploadDiskFull: {
    label: "PriceSpider's disk is full",
    hint: "Rate of uploads that end early, 0 to 1",
  },
  salsifyServerError: { label: "Salsify fails", hint: "Rate of requests that get 503, 0 to 1" },
  algoliaServerError: { label: "Algolia fails", hint: "Rate of requests that get 503, 0 to 1" },
  algoliaRefused: { label: "Algolia refuses", hint: "Rate of batches refused with 400, 0 to 1" },
  algoliaRecordBytes: { label: "Algolia's largest record", hint: "Bytes, 10,000 to 100,000" },
  algoliaTimeoutAfterCommit: {
    label: "Algolia timeout after commit",
    hint: "Rate of changes that are accepted without a response, 0 to 1",
  },
  solrServerError: { label: "Solr fails", hint: "Rate of requests that get 503, 0 to 1" },
  solrRefused: { label: "Solr refuses", hint: "Rate of updates refused with 400, 0 to 1" },
  solrTimeoutAfterCommit: {
    label: "Solr timeout after commit",
    hint: "Rate of updates that are received without a response, 0 to 1",
  },
  agoraRefused: { label: "Agora refuses", hint: "Rate of syncs refused with 422, 0 to 1" },
};

/** The fault knobs, which simulate Shopify's failures. */
export function faultsPage(
  context: PageContext,
  knobs: FaultKnobs,
  sessionToken: SessionTokenKnobs,
  notice: PageOptions["notice"],
): string {
  return renderPage(
    { title: "Faults", context, notice },
    <form method="post" className="card">
      <p className="subdued">
        These settings apply to {context.shop.name} until you reset them or restart the store.
      </p>
      <div className="grid">
        {Object.entries(LABELS).map(([name, { label, hint }]) => (
          <label className="field" key={name}>
            <span>{label}</span>
            <input
              name={name}
              type="number"
              min="0"
              step={name.endsWith("Ms") ? "1" : "any"}
              defaultValue={knobs[name as keyof FaultKnobs]}
            />
            <span className="hint">{hint}</span>
          </label>
        ))}
        <label className="field">
          <span>Session token lifetime</span>
          <input name="lifetimeSeconds" type="number" step="1" defaultValue={sessionToken.lifetimeSeconds} />
          <span className="hint">
            In seconds, for both stores. Shopify uses 60. Tokens with 0 or less are expired.
          </span>
        </label>
      </div>
      <div className="actions">
        <button type="submit" className="is-primary">
          Save
        </button>
        <button type="submit" name="reset" value="1">
          Reset
        </button>
      </div>
    </form>,
  );
}
