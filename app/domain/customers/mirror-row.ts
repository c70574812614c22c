import {
  type CustomerLine,
  type CustomerNode,
  type CustomerWithMetafields,
  MIRRORED_METAFIELDS,
  metafieldAlias,
} from "~/connectors/shopify/operations/customers";
import { parseStoredDate } from "~/platform/dates/date-text";
import { badRequest } from "~/platform/errors";
import type { Cents } from "~/platform/money/cents";
import { parseMoney } from "~/platform/money/decimal";
import { nationalPartnerOf } from "./tag-value";

/** A row of the mirror as it is written, in the names of the table's columns. */
export interface MirrorRow {
  id: number;
  display_name: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone: string | null;
  tags: string[];
  created_at: string;
  updated_at: string;
  country_code: string | null;
  amount_spent_cents: Cents;
  email_marketing_state: string | null;
  metafields: Record<string, string>;
  national_partner: string | null;
  /** YYYY-MM-DD. */
  end_date: string | null;
}

/** A bare number, Shopify's id of a customer, or a path that ends in the number, but no id of anything else. */
const CUSTOMER_ID = /^(?:gid:\/\/shopify\/Customer\/|(?!.*gid:)(?:[\w.:-]*\/)*)(\d{1,16})$/i;

/** The number of a customer in their id, for example in `gid://shopify/Customer/123`; null when it isn't a customer's id. */
export function customerNumber(id: string): number | null {
  const number = Number(CUSTOMER_ID.exec(id)?.[1]);
  return Number.isSafeInteger(number) ? number : null;
}

/** Shopify's id of a customer. */
export const customerGid = (id: number | string): string => `gid://shopify/Customer/${id}`;

/** The values of a customer's metafields, by `namespace.key`. */
export const metafieldsByName = ({
  metafields,
}: Pick<CustomerWithMetafields, "metafields">): Record<string, string> =>
  Object.fromEntries(metafields.nodes.map(({ namespace, key, value }) => [`${namespace}.${key}`, value]));

/** What the mirror keeps of a customer that was read by id. */
export const mirrorRowOf = (customer: CustomerWithMetafields): MirrorRow =>
  rowOf(customer, metafieldsByName(customer));

/** The mirror's row of a customer in a bulk operation's result. */
export function mirrorRowOfLine(line: CustomerLine): MirrorRow {
  const metafields: Record<string, string> = {};
  for (const name of MIRRORED_METAFIELDS) {
    const metafield = line[metafieldAlias(name)];
    if (metafield) metafields[name] = metafield.value;
  }
  return rowOf(line, metafields);
}

function rowOf(customer: CustomerNode, metafields: Record<string, string>): MirrorRow {
  const id = customerNumber(customer.id);
  if (id === null) throw new Error("Shopify answered a customer without a number in its id.");
  return {
    id,
    display_name: customer.displayName,
    first_name: customer.firstName,
    last_name: customer.lastName,
    email: customer.defaultEmailAddress?.emailAddress ?? null,
    phone: customer.defaultPhoneNumber?.phoneNumber ?? null,
    tags: customer.tags,
    created_at: customer.createdAt,
    updated_at: customer.updatedAt,
    country_code: customer.defaultAddress?.countryCodeV2 ?? null,
    amount_spent_cents: parseMoney(customer.amountSpent),
    email_marketing_state: customer.defaultEmailAddress?.marketingState ?? null,
    metafields,
    national_partner: nationalPartnerOf(customer.tags) || null,
    end_date: parseStoredDate(metafields["stp.end_date"] ?? ""),
  };
}

/** The number in a call's customer id. @throws 400 when it isn't a customer's id */
export function parseCustomerId(id: string): number {
  const number = customerNumber(id);
  if (number === null) throw badRequest(`"${id}" isn't a customer's id.`, { id: "not a customer's id" });
  return number;
}
