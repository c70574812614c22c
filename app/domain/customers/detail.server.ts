import type { z } from "zod";
import {
  type CustomerWithMetafields,
  customerDetail,
  MIRRORED_METAFIELDS,
} from "~/connectors/shopify/operations/customers";
import type { AdminApi } from "~/connectors/shopify/port";
import { openQuestionOn } from "~/domain/registrations/questions/question-record.server";
import { registrationStatus, STATUS_NAMES, TAB_NAMES } from "~/domain/registrations/status";
import { type Administrator, mayUse } from "~/platform/auth/permission";
import { withShop } from "~/platform/db/with-shop.server";
import { forbidden, notFound } from "~/platform/errors";
import { centsOf } from "~/platform/money";
import type { customerDetailShape } from "./contract";
import { CUSTOMER_KINDS, type CustomerKind, REGISTERED } from "./kinds";
import { adminUrl, amountSpentCents } from "./list-row";
import { customerGid, customerNumber, metafieldsByName } from "./mirror-row";
import { recordValues } from "./record-values";
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
    throw notFound(`This customer is no ${kinds.map(({ noun }) => noun).join(", no ")}.`);
  const kind = theirs.find(({ flag }) => mayUse(administrator, flag));
  if (!kind) throw forbidden();
  return { customer, kind };
}

/** The present value of every field that can be edited, by its name in the update payload. */
export const editableValues = (customer: CustomerWithMetafields): Record<string, string> =>
  recordValues({ tags: customer.tags, metafields: metafieldsByName(customer) });

/** One customer in the field names of section 3, for the edit dialog and the card. @throws as `readWorkable` */
export async function readCustomer(
  { shop, adminApi, administrator }: { shop: string; adminApi: AdminApi; administrator: Administrator },
  id: string,
): Promise<z.infer<typeof customerDetailShape>> {
  const { customer } = await readWorkable(adminApi, administrator, id, CUSTOMER_KINDS);
  const number = customerNumber(customer.id);
  const question = await withShop(shop, async (tx) => number && openQuestionOn(tx, shop, number));
  const values = editableValues(customer);
  const value = (name: string) => values[name] ?? "";
  return {
    id: customer.id,
    displayName: customer.displayName,
    email: customer.defaultEmailAddress?.emailAddress ?? "",
    tags: customer.tags,
    createdAt: customer.createdAt,
    url: adminUrl(shop, number ?? id),
    registrations: registrationsIn(customer.tags, Boolean(question)),
    nationalPartner: nationalPartnerOf(customer.tags),
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
    amountSpentCents: amountSpentCents(customer.tags, centsOf(customer.amountSpent.amount)),
    values,
  };
}

/** @param isAsked they were asked for information, and are waited for */
function registrationsIn(tags: readonly string[], isAsked: boolean): { noun: string; status: string }[] {
  return REGISTERED.filter((kind) => kind.includes(tags)).map(({ noun, registration }) => {
    const status = registrationStatus(tags, registration);
    if (status === "pending" && isAsked) return { noun, status: TAB_NAMES.waiting };
    return { noun, status: status ? STATUS_NAMES[status] : "" };
  });
}
