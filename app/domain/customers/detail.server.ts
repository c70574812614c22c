import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import {
  type CustomerWithMetafields,
  customerDetail,
  MIRRORED_METAFIELDS,
} from "~/connectors/shopify/operations/customers";
import type { AdminApi } from "~/connectors/shopify/port";
import { type Administrator, type Flag, mayUse } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { forbidden, notFound } from "~/platform/errors";
import { parseMoney } from "~/platform/money/decimal";
import { type CustomerStatus, customerStatuses } from "./hooks.server";
import {
  CREDIT_FLAG,
  type CustomerKind,
  INVITED_KINDS,
  kindsOf,
  NATIONAL_PARTNER,
  REGISTERED_KINDS,
} from "./kinds";
import { adminUrl, amountSpentCents } from "./list-row.server";
import { customerGid, customerNumber, metafieldsByName } from "./mirror-row";
import { recordValues } from "./record-values";
import type { customerDetailShape } from "./schemas";
import { nationalPartnerOf } from "./tag-value";

/**
 * A customer that the administrator may work on, read from the store itself.
 * @param kinds the kinds of customers that are meant
 * @throws 404 for an unknown customer and for one of no such kind, 403 without the flag for this kind of customer.
 */
export async function readWorkable<Kind extends CustomerKind>(
  adminApi: AdminApi,
  administrator: Administrator,
  id: string,
  kinds: readonly Kind[],
): Promise<{ customer: CustomerWithMetafields; kind: Kind }> {
  const { customer } = await adminApi.run(customerDetail, { id: customerGid(id), keys: MIRRORED_METAFIELDS });
  if (!customer) throw notFound("The store has no such customer.");
  const theirs = kinds.filter((kind) => kind.includes(customer.tags));
  if (theirs.length === 0)
    throw notFound(`This customer isn't a ${kinds.map(({ noun }) => noun).join(" or a ")}.`);
  const kind = theirs.find(({ flag }) => mayUse(administrator, flag));
  if (!kind) throw forbidden();
  return { customer, kind };
}

/** The present value of every field that can be edited, by its name in the update payload. */
export const editableValues = (customer: CustomerWithMetafields): Record<string, string> =>
  recordValues({ tags: customer.tags, metafields: metafieldsByName(customer) });

/**
 * One customer, for the edit dialog and the card. The fields of the record are empty for a customer of no kind, who has a card because
 * of their store credit.
 * @throws 404 for an unknown customer and for one without a card, 403 without the flag for this kind of customer
 */
export async function readCustomer(
  { shop, adminApi, administrator }: { shop: string; adminApi: AdminApi; administrator: Administrator },
  id: string,
): Promise<z.infer<typeof customerDetailShape>> {
  const { customer } = await adminApi.run(customerDetail, { id: customerGid(id), keys: MIRRORED_METAFIELDS });
  const number = customer && customerNumber(customer.id);
  if (!customer || number === null) throw notFound("The store has no such customer.");
  const { tags } = customer;
  const registrations = await withShop(shop, async (tx) => {
    await readCardFlag(tx, { id: number, tags }, administrator);
    return readStatuses(tx, shop, number, tags);
  });
  const values = kindsOf(tags).length > 0 ? editableValues(customer) : {};
  const value = (name: string) => values[name] ?? "";
  return {
    id: customer.id,
    displayName: customer.displayName,
    email: customer.defaultEmailAddress?.emailAddress ?? "",
    tags,
    createdAt: customer.createdAt,
    url: adminUrl(shop, number),
    registrations,
    nationalPartner: nationalPartnerOf(tags),
    stp_startDate: value("startdate"),
    stp_endDate: value("enddate"),
    stp_school: value("school"),
    stp_course: value("course"),
    stp_state: value("state"),
    profile_crm_id: value("crm_id"),
    profile_as400_id: value("as400_id"),
    profile_phone: value("phone"),
    profile_dob: value("dob"),
    profile_country: value("country"),
    profile_privacy_policy_consent: value("privacy_policy_consent"),
    profile_email_policy_consent: value("email_policy_consent"),
    profile_link_distributor: value("link_distributor"),
    profile_distributor_name: value("distributor_name"),
    discount_limit: value("limit"),
    amountSpentCents: amountSpentCents(
      tags,
      parseMoney(customer.amountSpent),
      customer.amountSpent.currencyCode,
    ),
    values,
  };
}

async function readStatuses(
  tx: ShopTransaction,
  shop: string,
  customerId: number,
  tags: readonly string[],
): Promise<CustomerStatus[]> {
  const statuses: CustomerStatus[] = [];
  for (const read of customerStatuses.all()) statuses.push(...(await read(tx, shop, customerId, tags)));
  return statuses;
}

/** Whether a customer has an account of store credit, also one without a balance. */
async function hasCredit(tx: ShopTransaction, customerId: number): Promise<boolean> {
  const { rowCount } = await tx.$client.query(
    "SELECT 1 FROM credit_accounts_of_shop WHERE customer_id = $1",
    [customerId],
  );
  return rowCount === 1;
}

/**
 * The flag with which an administrator opens a customer's card: that of one of the customer's kinds. A customer of no kind has a card
 * if they have store credit.
 * @throws 404 for a customer without a card, 403 without a flag that opens it
 */
export async function readCardFlag(
  tx: ShopTransaction,
  { id, tags }: { id: number; tags: readonly string[] },
  administrator: Administrator,
): Promise<Flag> {
  const kinds = kindsOf(tags);
  const isOfCredit = kinds.length === 0 && (await hasCredit(tx, id));
  if (kinds.length === 0 && !isOfCredit)
    throw notFound(
      "This customer has no card. They aren't of a kind that Backroom works on, and have no store credit.",
    );
  const flags: readonly Flag[] = isOfCredit ? [CREDIT_FLAG] : kinds.map(({ flag }) => flag);
  const flag = flags.find((each) => mayUse(administrator, each));
  if (!flag) throw forbidden();
  return flag;
}

/** Whether a row of `customers_of_shop` is of a kind that an administrator works on. */
export function isVisibleTo(administrator: Administrator): SQL {
  const tags = Object.values({ ...REGISTERED_KINDS, ...INVITED_KINDS })
    .filter(({ flag }) => mayUse(administrator, flag))
    .map(({ tag }) => tag.toLowerCase());
  const isOfKind = sql`EXISTS (SELECT 1 FROM unnest(tags) AS tag WHERE lower(tag) = ANY(${sql.param(tags)}::text[]))`;
  return mayUse(administrator, NATIONAL_PARTNER.flag)
    ? sql`(${isOfKind} OR national_partner IS NOT NULL)`
    : isOfKind;
}
