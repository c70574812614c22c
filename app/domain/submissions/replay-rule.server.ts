import { sql } from "drizzle-orm";
import { queryRows } from "~/core/lists/list-query.server";
import { withShop } from "~/platform/db/with-shop.server";

const DAYS = 90;
const EXAMPLES = 10;

/** What the rule "approve without findings" would have done with past decisions. It approves nothing. */
export interface RuleReplay {
  days: number;
  /** Submissions that reviewers decided on in these days. */
  decided: number;
  /** Those without a finding, as it is known now. */
  wouldApprove: number;
  /** Those of them that reviewers denied, or that a second reviewer disagreed with. */
  denied: number;
  disagreed: number;
  /** Those of them whose receipt was never read: the rule would have judged them without its text. */
  unread: number;
  /** The newest of those that reviewers denied. */
  examples: { id: number; name: string; reason: string; decidedAt: string }[];
}

/** Replays the rule on the decisions of reviewers in the last 90 days. A finding is a risk signal. */
export const replayRule = (shop: string): Promise<RuleReplay> =>
  withShop(shop, async (tx) => {
    const [counts] = await queryRows<Omit<RuleReplay, "days" | "examples">>(
      tx,
      sql`SELECT count(*)::int AS decided,
                 (count(*) FILTER (WHERE clean))::int AS "wouldApprove",
                 (count(*) FILTER (WHERE clean AND status = 'Denied'))::int AS denied,
                 (count(*) FILTER (WHERE clean AND second_look = 'disagreed'))::int AS disagreed,
                 (count(*) FILTER (WHERE clean AND NOT is_read))::int AS unread
            FROM (SELECT s.status, s.second_look, s.signals = '[]'::jsonb AS clean,
                         EXISTS (SELECT FROM receipt_readings AS r
                                  WHERE r.shop = s.shop AND r.submission_id = s.id AND r.state = 'ready') AS is_read
                    FROM submissions AS s WHERE ${isDecided(shop)}) AS decided`,
    );
    const examples = await queryRows<RuleReplay["examples"][number]>(
      tx,
      sql`SELECT s.id::int, trim(s.first_name || ' ' || s.last_name) AS name, coalesce(reason.reason, '') AS reason,
                 to_char(s.decided_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "decidedAt"
            FROM submissions AS s
            LEFT JOIN deny_reasons AS reason ON reason.shop = s.shop AND reason.id = s.deny_reason_id
           WHERE ${isDecided(shop)} AND s.status = 'Denied' AND s.signals = '[]'::jsonb
           ORDER BY s.decided_at DESC, s.id DESC LIMIT ${EXAMPLES}`,
    );
    if (!counts) throw new Error("A count without a row.");
    return { days: DAYS, ...counts, examples };
  });

/** By a reviewer: a customer can withdraw a submission, too. */
const isDecided = (shop: string) =>
  sql`s.shop = ${shop} AND s.decided_at >= now() - make_interval(days => ${DAYS})
      AND coalesce(s.approver_id, s.denier_id) IS NOT NULL`;
