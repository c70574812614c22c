import type { FaultKnobs } from "../../faults/board.ts";
import type { SessionTokenKnobs } from "../../http/knobs.ts";
import { type PageOptions, renderPage } from "../frame.tsx";
import type { PageContext } from "../page-context.ts";

const LABELS: Readonly<Record<keyof FaultKnobs, { label: string; hint: string }>> = {
  throttled: { label: "Throttled", hint: "Share of calls answered THROTTLED with HTTP 200, 0 to 1" },
  tooManyRequests: { label: "HTTP 429", hint: "Share of calls, 0 to 1" },
  serverError: { label: "HTTP 5xx", hint: "Share of calls that are not executed, 0 to 1" },
  denied: { label: "Denied", hint: "Share of calls refused with ACCESS_DENIED, 0 to 1" },
  cutBeforeCommit: {
    label: "Never arrives",
    hint: "Share of mutations cut off before they are applied, 0 to 1",
  },
  cutAfterCommit: { label: "Cut after commit", hint: "Share of mutations applied, then cut off, 0 to 1" },
  timeoutAfterCommit: { label: "Timeout after commit", hint: "Share of mutations applied, then 504, 0 to 1" },
  deniedAfterCommit: {
    label: "Denied after commit",
    hint: "Share of mutations applied, then answered with a hole and ACCESS_DENIED, 0 to 1",
  },
  userError: { label: "userErrors", hint: "Share of mutations refused with userErrors, 0 to 1" },
  indexLagMs: { label: "Search lag", hint: "Milliseconds until search sees a change" },
  latencyMs: { label: "Latency", hint: "Milliseconds before every answer" },
  webhookLost: { label: "Webhooks lost", hint: "Share, 0 to 1" },
  webhookDuplicated: { label: "Webhooks twice", hint: "Share, 0 to 1" },
  webhookReordered: { label: "Webhooks out of order", hint: "Share, 0 to 1" },
  agoraServerError: { label: "Agora 5xx", hint: "Share of syncs that are not taken over, 0 to 1" },
  agoraTimeoutAfterCommit: {
    label: "Agora's answer lost",
    hint: "Share of syncs taken over, then silence, 0 to 1",
  },
  agoraRefused: { label: "Agora refuses", hint: "Share of syncs refused with 422, 0 to 1" },
};

/** The knobs that make the store misbehave as Shopify sometimes does. */
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
        These hold for {context.shop.name} until they are turned back or the store is started again.
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
          <span>Session token's life</span>
          <input name="lifetimeSeconds" type="number" step="1" defaultValue={sessionToken.lifetimeSeconds} />
          <span className="hint">Seconds, for both stores; Shopify's live 60, below 0 they are expired</span>
        </label>
      </div>
      <div className="actions">
        <button type="submit" className="is-primary">
          Save
        </button>
        <button type="submit" name="reset" value="1">
          Back to calm
        </button>
      </div>
    </form>,
  );
}
