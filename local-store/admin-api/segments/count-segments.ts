import type { Queryable } from "../../data/database.ts";
import { SqlValues } from "../search/search-condition.ts";
import type { SegmentCondition, SegmentFact } from "./parse-segment-query.ts";

/**
 * How many customers each segment has. The customers are read once for all segments, and each fact is evaluated once per customer.
 * There is no index lag.
 */
export async function countSegments(
  db: Queryable,
  shop: string,
  segments: readonly (readonly SegmentCondition[])[],
): Promise<number[]> {
  const facts = new Map<string, SegmentFact>(
    segments.flat().map(({ fact }) => [JSON.stringify(fact), fact] as const),
  );
  const positions = new Map([...facts.keys()].map((key, position) => [key, position]));
  const sql = new SqlValues();
  const expressions = [...facts.values()].map((fact) => factSql(fact, sql));
  const { rows } = await db.query<{ facts: boolean[]; count: number }>(
    `SELECT ARRAY[${expressions.join(", ")}] AS facts, count(*) AS count
       FROM customers WHERE shop = ${sql.add(shop)} GROUP BY 1`,
    sql.values,
  );
  return segments.map((conditions) =>
    rows
      .filter((row) =>
        conditions.every(
          ({ fact, isNegated }) => row.facts[positions.get(JSON.stringify(fact)) ?? -1] !== isNegated,
        ),
      )
      .reduce((sum, { count }) => sum + count, 0),
  );
}

/** Tags ignore case, as everywhere at Shopify. Without an address or number, a customer isn't subscribed. */
function factSql(fact: SegmentFact, sql: SqlValues): string {
  if (fact.kind === "tag") return `fold_tags(tags) @> ARRAY[${sql.add(fact.tag.toLowerCase())}::text]`;
  return fact.channel === "email"
    ? isSubscribed("email", "email_marketing")
    : isSubscribed("phone", "sms_marketing");
}

const isSubscribed = (address: string, consent: string) =>
  `coalesce(${address} IS NOT NULL AND ${consent}->>'state' = 'SUBSCRIBED', false)`;
