import { sql } from "drizzle-orm";
import { REVERSED_BY } from "./reversals.server";
import { IS_UNSENT } from "./settle.server";

/** The state of a `posting`, for a FROM without `TRANSACTION_JOINS`. */
export const POSTING_STATE = sql`coalesce(
  (SELECT state FROM ledger_open AS open WHERE open.shop = posting.shop AND open.posting_id = posting.id),
  (SELECT state FROM ledger_outcomes AS outcome WHERE outcome.shop = posting.shop AND outcome.posting_id = posting.id
      AND outcome.state IN ('CONFIRMED', 'FAILED') LIMIT 1),
  'CONFIRMED')`;

/** The columns of a posting, for a FROM with `posting` and `TRANSACTION_JOINS`. */
export const TRANSACTION_COLUMNS = `posting.id, posting.number::text AS number,
  to_char(posting.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at,
  posting.customer_id::text AS "customerId", coalesce(account.name, '') AS "customerName", account.email AS "customerEmail",
  posting.type, posting.amount_cents::float8 AS "amountCents", posting.reference,
  to_char(CASE WHEN posting.expires_at IS NOT NULL THEN least(posting.expires_at, '9999-12-31T00:00:00Z') END AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "expiresAt",
  posting.actor_id AS "actorId", posting.actor_name AS "actorName", posting.actor_email AS "actorEmail",
  coalesce(open.state, ended.state, 'CONFIRMED') AS state, coalesce(open.problem, ended.problem) AS problem,
  posting.order_name AS "orderName", posting.reverses_id AS "reversesId", later.id AS "reversedById",
  CASE WHEN open.possible_duplicate_of IS NOT NULL THEN 'possible' WHEN ended.duplicate_of IS NOT NULL THEN 'recognized' END AS duplicate,
  open.posting_id IS NOT NULL AND ${IS_UNSENT} AND open.possible_duplicate_of IS NULL
    AND (open.problem IS NOT NULL OR posting.at < now() - interval '1 minute') AS "isCancelable"`;

export const TRANSACTION_JOINS = `
  LEFT JOIN credit_accounts AS account ON account.shop = posting.shop AND account.customer_id = posting.customer_id
  LEFT JOIN ledger_open AS open ON open.shop = posting.shop AND open.posting_id = posting.id
  LEFT JOIN LATERAL (
    SELECT state, problem, duplicate_of FROM ledger_outcomes AS outcome
     WHERE outcome.shop = posting.shop AND outcome.posting_id = posting.id AND outcome.state IN ('CONFIRMED', 'FAILED')
     LIMIT 1) AS ended ON true
  LEFT JOIN LATERAL (${REVERSED_BY}) AS later ON true`;
