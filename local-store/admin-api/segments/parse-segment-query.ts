import { notImplemented } from "../errors.ts";

/** What a segment query can ask of a customer. */
export type SegmentFact = { kind: "tag"; tag: string } | { kind: "subscribed"; channel: "email" | "sms" };

/** A fact that the customers of a segment have, or don't have. */
export interface SegmentCondition {
  fact: SegmentFact;
  isNegated: boolean;
}

const TAG = /^customer_tags (NOT )?CONTAINS '([^']+)'$/;
const SUBSCRIBED = /^(email|sms)_subscription_status = 'SUBSCRIBED'$/;

const SUPPORTED =
  "Supported are customer_tags CONTAINS 'tag', customer_tags NOT CONTAINS 'tag', email_subscription_status = 'SUBSCRIBED' and " +
  "sms_subscription_status = 'SUBSCRIBED', joined by AND";

/**
 * Parses a query of Shopify's segment query language (https://shopify.dev/docs/api/shopifyql/segment-query-language-reference):
 * conditions joined by AND. Any other query is an error, because a part that is ignored would make the count wrong.
 */
export function parseSegmentQuery(query: string): SegmentCondition[] {
  const clauses: string[][] = [[]];
  for (const token of tokenize(query)) {
    if (token === "AND") clauses.push([]);
    else clauses.at(-1)?.push(token);
  }
  return clauses.map((tokens) => {
    const condition = readCondition(tokens.join(" "));
    if (!condition) throw notImplemented(`the segment query "${query}". ${SUPPORTED}`);
    return condition;
  });
}

function readCondition(clause: string): SegmentCondition | null {
  const [, not, tag] = TAG.exec(clause) ?? [];
  if (tag?.trim()) return { fact: { kind: "tag", tag: tag.trim() }, isNegated: not !== undefined };
  const [, channel] = SUBSCRIBED.exec(clause) ?? [];
  if (!channel) return null;
  return { fact: { kind: "subscribed", channel: channel as "email" | "sms" }, isNegated: false };
}

/** Splits at spaces outside quotes. Escapes and unfinished quotes become tokens that no condition accepts. */
const tokenize = (query: string): string[] => query.match(/'[^'\\]*'|\w+|[^\s\w]/g) ?? [];
