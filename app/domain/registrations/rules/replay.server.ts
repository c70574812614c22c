import type { CallContext } from "~/core/context.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { pluralize } from "~/platform/text/pluralize";
import { RULE_ACTOR } from "../decision";
import type { Registration } from "../status";
import * as matching from "./matching.server";
import type { Replay } from "./rule";

const DAYS = 90;
const EXAMPLES = 10;

/**
 * Reads a rule's dry run for an administrator, who can then turn this version of the rule on.
 * @throws 404 for an unknown rule
 */
export const replayRule = (
  { shop: { domain }, administrator }: Pick<CallContext, "shop" | "administrator">,
  id: string,
): Promise<Replay> =>
  withShop(domain, async (tx) => {
    const replay = await replayIn(tx, domain, id);
    await tx.$client.query(
      "UPDATE approval_rules SET replayed_version = version, replayed_by_id = $3 WHERE shop = $1 AND id = $2",
      [domain, id, administrator.id],
    );
    return replay;
  });

/**
 * A dry run of a rule on the last 90 days: on the customers that it matches and administrators decided on, and on those who are
 * pending now.
 * @throws 404 for an unknown rule
 */
export async function replayIn(tx: ShopTransaction, shop: string, id: string): Promise<Replay> {
  const { rows: rules } = await tx.$client.query<{ registration: Registration; domains: string[] }>(
    "SELECT registration, domains FROM approval_rules WHERE shop = $1 AND id = $2",
    [shop, id],
  );
  const rule = rules[0];
  if (!rule) throw notFound("This rule doesn't exist.");
  const { rows } = await tx.$client.query<Omit<Replay, "days">>(
    replaySql(matching.STATUS_COLUMNS[rule.registration]),
    [shop, id, matching.searchPatterns(rule.domains), rule.registration, DAYS, EXAMPLES],
  );
  const found = rows[0];
  if (!found) throw new Error("A count without a row.");
  return { days: DAYS, ...found };
}

/** The dry run in a sentence, for a second person who decides without seeing the rule's page. */
export const replayInWords = ({ days, wouldApprove, rejectedByPeople, pendingNow }: Replay): string =>
  `In the last ${days} days, it would have approved ${pluralize(wouldApprove, "registration")}, of which administrators rejected ${rejectedByPeople.toLocaleString("en-US")}. Of those pending now, it approves ${pendingNow.toLocaleString("en-US")}.`;

/** The last decision of an administrator on each customer that the rule matches, without undone decisions. */
const replaySql = (status: string) => `
  WITH about AS (
    SELECT p.id, p.display_name, ${matching.isSetAside("r", "p")} AS set_aside,
           p.${status} = 'pending' AND ${matching.isUntouched("p")} AS pending_now
      FROM ${matching.customersLike("$3", `${status} IS NOT NULL`)} AS p JOIN approval_rules AS r ON r.shop = $1 AND r.id = $2
     WHERE ${matching.isAbout("r", "p")}
  ), decided AS (
    SELECT about.display_name, about.set_aside, d.*
      FROM about CROSS JOIN LATERAL (
        SELECT to_status, decided_by_id, decided_by_name, started_at, undoes, reason->>'label' AS reason
          FROM registration_decisions
         WHERE shop = $1 AND customer_id = about.id AND state = 'done' AND registration = $4
         ORDER BY started_at DESC LIMIT 1) AS d
     WHERE d.undoes IS NULL AND d.decided_by_id NOT LIKE '${RULE_ACTOR}%' AND d.to_status IN ('approved', 'disabled')
       AND d.started_at > now() - make_interval(days => $5)
  )
  SELECT (SELECT count(*)::int FROM decided WHERE NOT set_aside) AS "wouldApprove",
         (SELECT count(*)::int FROM decided WHERE NOT set_aside AND to_status = 'disabled') AS "rejectedByPeople",
         (SELECT count(*)::int FROM decided WHERE set_aside) AS "setAside",
         (SELECT count(*)::int FROM about WHERE pending_now AND NOT set_aside) AS "pendingNow",
         (SELECT count(*)::int FROM about WHERE pending_now AND set_aside) AS "pendingSetAside",
         coalesce((SELECT json_agg(json_build_object('name', display_name, 'reason', coalesce(reason, ''),
                                                     'by', decided_by_name, 'at', started_at) ORDER BY started_at DESC)
                     FROM (SELECT * FROM decided WHERE NOT set_aside AND to_status = 'disabled'
                            ORDER BY started_at DESC LIMIT $6) AS few), '[]') AS examples`;
