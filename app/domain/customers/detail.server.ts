import type { z } from "zod";
import {
  type CustomerWithMetafields,
  customerDetail,
  MIRRORED_METAFIELDS,
} from "~/connectors/shopify/operations/customers";
import type { AdminApi } from "~/connectors/shopify/port";
import { type Administrator, mayUse } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { forbidden, notFound } from "~/platform/errors";
import { parseMoney } from "~/platform/money/decimal";
import { readCardFlag } from "./card-access.server";
import { type CustomerStatus, customerStatuses } from "./hooks.server";
import { type CustomerKind, kindsOf } from "./kinds";
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
