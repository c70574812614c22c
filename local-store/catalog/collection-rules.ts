import { toMinorUnits } from "../data/minor-units.ts";

/** The columns of rules that the local store evaluates, with their relations, in the terms of the Admin API. */
export const RULE_RELATIONS = {
  TAG: ["EQUALS"],
  TYPE: ["EQUALS", "NOT_EQUALS"],
  VENDOR: ["EQUALS", "NOT_EQUALS"],
  TITLE: ["EQUALS", "CONTAINS", "STARTS_WITH"],
  VARIANT_PRICE: ["GREATER_THAN", "LESS_THAN", "EQUALS"],
} as const;

/** A rule of an automated collection. */
export interface CollectionRule {
  column: string;
  relation: string;
  /** A text, or a price in the shop's currency. */
  condition: string;
  /** The price in the currency's smallest unit. Null for a text. */
  cents: number | null;
}

/** A rule of a form. Undefined if the local store has no such rule, or the condition doesn't suit it. */
export function readRule(
  { column, relation, condition }: Omit<CollectionRule, "cents">,
  currency: string,
): CollectionRule | undefined {
  const relations: readonly string[] =
    new Map(Object.entries(RULE_RELATIONS)).get(column as keyof typeof RULE_RELATIONS) ?? [];
  const cents = column === "VARIANT_PRICE" ? toMinorUnits(condition, currency) : null;
  if (!relations.includes(relation) || !condition || (column === "VARIANT_PRICE" && cents === null))
    return undefined;
  return { column, relation, condition, cents };
}

const TEXT = "lower(rule ->> 'condition')";
const aVariant = (comparison: string) =>
  `EXISTS (SELECT FROM variants v WHERE v.shop = p.shop AND v.product_id = p.id
     AND v.price_cents ${comparison} (rule ->> 'cents')::bigint)`;

/** SQL that is true for the products, `p`, of an automated collection, `c`. Texts are compared without case, as Shopify does. */
export const MATCHES_RULES = `(SELECT CASE WHEN c.disjunctive THEN bool_or(matches) ELSE bool_and(matches) END
  FROM jsonb_array_elements(c.rules) AS rule,
       LATERAL (SELECT CASE concat_ws(' ', rule ->> 'column', rule ->> 'relation')
         WHEN 'TAG EQUALS' THEN EXISTS (SELECT FROM unnest(p.tags) AS tag WHERE lower(tag) = ${TEXT})
         WHEN 'TYPE EQUALS' THEN lower(p.product_type) = ${TEXT}
         WHEN 'TYPE NOT_EQUALS' THEN lower(p.product_type) <> ${TEXT}
         WHEN 'VENDOR EQUALS' THEN lower(p.vendor) = ${TEXT}
         WHEN 'VENDOR NOT_EQUALS' THEN lower(p.vendor) <> ${TEXT}
         WHEN 'TITLE EQUALS' THEN lower(p.title) = ${TEXT}
         WHEN 'TITLE CONTAINS' THEN strpos(lower(p.title), ${TEXT}) > 0
         WHEN 'TITLE STARTS_WITH' THEN starts_with(lower(p.title), ${TEXT})
         WHEN 'VARIANT_PRICE GREATER_THAN' THEN ${aVariant(">")}
         WHEN 'VARIANT_PRICE LESS_THAN' THEN ${aVariant("<")}
         WHEN 'VARIANT_PRICE EQUALS' THEN ${aVariant("=")}
         ELSE false END AS matches) AS evaluated)`;
