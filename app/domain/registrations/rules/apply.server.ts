import { isShopifyDown, liveAdminApi } from "~/connectors/shopify/live.server";
import { isSwitchOn } from "~/core/settings/stored-setting.server";
import type { Administrator } from "~/platform/auth/permission";
import { systemClock } from "~/platform/clock";
import { withShop } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import { StartLater, startTurn } from "~/platform/jobs/start-later.server";
import { defineTask, requestTask } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import { decide } from "../decide.server";
import { RULE_ACTOR } from "../decision";
import { REGISTRATIONS, type Registration } from "../status";
import { publishPerson } from "../status-tags.server";
import { approvalMail } from "../switches";
import { APPLY_RULES, isAbout, isSetAside, isUntouched } from "./matching.server";

/** Batch size of the lookup, and concurrency of the decisions. The shop's rate limit sets the pace. */
const BATCH = 48;
const LANES = 8;
/** After this many failures the registration is left to an administrator. */
const MAX_TRIES = 5;
const AGAIN_AFTER_MS = 30_000;

/** A candidate, with the first rule that matches, if any. */
interface Candidate {
  customer_id: string;
  /** As PostgreSQL formats it. A different value means that the candidate was queued again. */
  queued_at: string;
  rule: { id: string; name: string; registration: Registration; setAside: boolean } | null;
}

/**
 * Applies the active rules to registrations that became Pending. It decides with `decide`, with the rule as the actor. Customers
 * with an earlier decision or question are skipped, and the first of concurrent decisions wins.
 */
export const applyRules = defineTask({
  name: APPLY_RULES,
  // Also on a schedule: a request is dropped while an earlier one waits, which may run before the new one's transaction has committed.
  schedule: {
    cron: "*/5 * * * *",
    due: "EXISTS (SELECT FROM rule_candidates AS due WHERE due.shop = shops.shop)",
  },
  async run(shop, signal, slot) {
    const failed = new Set<number>();
    const outage = new AbortController();
    const going = AbortSignal.any([signal, outage.signal]);
    const endOfTurn = startTurn(shop, slot);
    while (!going.aborted) {
      const candidates = await nextCandidates(shop, failed);
      if (candidates.length === 0) break;
      const queue = candidates.values();
      const lane = async () => {
        for (const candidate of queue) {
          if (going.aborted) return;
          const outcome = await lookAt(shop, candidate, going);
          if (outcome === "down") outage.abort();
          if (outcome !== "done") failed.add(Number(candidate.customer_id));
        }
      };
      await Promise.all(Array.from({ length: LANES }, lane));
      const startsAt = endOfTurn();
      if (!startsAt) continue;
      if (failed.size > 0) break;
      throw new StartLater("More registrations became pending.", startsAt);
    }
    if (failed.size > 0)
      await requestTask(applyRules, shop, { startAfter: new Date(Date.now() + AGAIN_AFTER_MS) });
  },
});

/** Those that failed before come last, so that a run that ends early doesn't begin with them again. */
async function nextCandidates(shop: string, failed: ReadonlySet<number>): Promise<Candidate[]> {
  const { rows } = await withShop(shop, (tx) =>
    tx.$client.query<Candidate>(
      `SELECT c.customer_id, c.queued_at::text, rule
         FROM (SELECT * FROM rule_candidates WHERE shop = $1 AND customer_id <> ALL ($2)
                ORDER BY tries, queued_at, customer_id LIMIT $3) AS c
         LEFT JOIN LATERAL (
           SELECT json_build_object('id', r.id, 'name', r.name, 'registration', r.registration,
                                    'setAside', ${isSetAside("r", "p")}) AS rule
             FROM customers_of_shop AS p JOIN approval_rules AS r ON r.shop = $1 AND r.active
            WHERE p.id = c.customer_id
              AND CASE r.registration WHEN 'student' THEN p.student_status ELSE p.staff_status END = 'pending'
              AND ${isAbout("r", "p")} AND ${isUntouched("p")}
            ORDER BY r.created_at, r.id LIMIT 1) AS first ON true`,
      [shop, [...failed], BATCH],
    ),
  );
  return rows;
}

/** @returns "failed" or "down" when the decision must be retried */
async function lookAt(
  shop: string,
  candidate: Candidate,
  signal: AbortSignal,
): Promise<"done" | "failed" | "down"> {
  const customerId = Number(candidate.customer_id);
  const { rule } = candidate;
  try {
    if (rule && (await stillApplies(shop, rule.id, customerId))) {
      if (rule.setAside) await setAside(shop, customerId, rule);
      else await approve(shop, customerId, rule, signal);
    }
  } catch (error) {
    if (signal.aborted) return "failed";
    const isOver = error instanceof Refusal && [400, 403, 404, 409].includes(error.status);
    if (!isOver) {
      log.warn({ shop, rule: rule?.id, err: error }, "a rule's approval failed");
      // An outage isn't about the person, so it doesn't count as a try.
      if (await isShopifyDown(shop, error)) return "down";
      return (await isGivenUp(shop, customerId)) ? "done" : "failed";
    }
    // Another decision was first, or the mirror was stale.
  }
  await forget(shop, candidate);
  return "done";
}

async function approve(
  shop: string,
  customerId: number,
  rule: NonNullable<Candidate["rule"]>,
  signal: AbortSignal,
): Promise<void> {
  const notify = await withShop(shop, (tx) => isSwitchOn(tx, shop, approvalMail));
  const tools = {
    shop,
    actor: actorOf(rule),
    adminApi: liveAdminApi(shop),
    clock: systemClock,
    call: { priority: "bulk", signal } as const,
  };
  await decide(tools, {
    customerId,
    from: "pending",
    to: "approved",
    operationId: `rule:${rule.id}:${customerId}`,
    notify,
    unlessAsked: true,
  });
}

/** The actor of a rule's decisions. */
const actorOf = ({ id, name, registration }: NonNullable<Candidate["rule"]>): Administrator => ({
  id: `${RULE_ACTOR}${id}`,
  name: `Rule: ${name}`,
  email: "",
  isOwner: false,
  flags: [REGISTRATIONS[registration].flag],
  tabLimits: {},
});

/**
 * Checked right before a rule is applied, so that turning a rule off takes effect immediately, and so does what an administrator has done
 * about the customer since the candidates were read.
 */
async function stillApplies(shop: string, id: string, customerId: number): Promise<boolean> {
  const { rowCount } = await withShop(shop, (tx) =>
    tx.$client.query(
      `SELECT 1 FROM approval_rules AS r JOIN customers_of_shop AS p ON p.id = $3
        WHERE r.shop = $1 AND r.id = $2 AND r.active AND ${isAbout("r", "p")} AND ${isUntouched("p")}`,
      [shop, id, customerId],
    ),
  );
  return rowCount === 1;
}

async function setAside(shop: string, customerId: number, { id, name }: { id: string; name: string }) {
  await withShop(shop, (tx) =>
    tx.$client.query(
      `INSERT INTO rule_set_asides (shop, customer_id, rule_id, rule_name) VALUES ($1, $2, $3, $4)
       ON CONFLICT (shop, customer_id) DO NOTHING`,
      [shop, customerId, id, name],
    ),
  );
  publishPerson(shop, customerId);
}

async function forget(shop: string, { customer_id, queued_at }: Candidate): Promise<void> {
  await withShop(shop, (tx) =>
    tx.$client.query(
      "DELETE FROM rule_candidates WHERE shop = $1 AND customer_id = $2 AND queued_at = $3::timestamptz",
      [shop, customer_id, queued_at],
    ),
  );
}

/** Counts a failed try. After the last one the registration is left to an administrator. */
async function isGivenUp(shop: string, customerId: number): Promise<boolean> {
  const { rowCount } = await withShop(shop, async (tx) => {
    await tx.$client.query(
      "UPDATE rule_candidates SET tries = tries + 1 WHERE shop = $1 AND customer_id = $2",
      [shop, customerId],
    );
    return tx.$client.query(
      "DELETE FROM rule_candidates WHERE shop = $1 AND customer_id = $2 AND tries >= $3",
      [shop, customerId, MAX_TRIES],
    );
  });
  return rowCount === 1;
}
