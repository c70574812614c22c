import type { z } from "zod";
import { customerDetail, MIRRORED_METAFIELDS } from "~/connectors/shopify/operations/customers";
import type { AdminApi } from "~/connectors/shopify/port";
import { REGISTRATIONS, registrationsOf } from "~/domain/registrations/status";
import { type Administrator, mayUse } from "~/platform/auth/permission";
import { forbidden, notFound } from "~/platform/errors";
import type { customerDetailShape } from "./contract";
import { customerGid } from "./mirror-row";

/**
 * One customer, read from the store itself, in the field names of section 3.
 * @throws 404 for an unknown customer and for one that is none of the console's, 403 without the flag for this kind of customer.
 */
export async function readCustomer(
  adminApi: AdminApi,
  administrator: Administrator,
  id: string,
): Promise<z.infer<typeof customerDetailShape>> {
  const { customer } = await adminApi.run(customerDetail, { id: customerGid(id), keys: MIRRORED_METAFIELDS });
  if (!customer) throw notFound("The store has no such customer.");
  const kinds = registrationsOf(customer.tags);
  if (kinds.length === 0) throw notFound("This customer has no registration.");
  if (!kinds.some((kind) => mayUse(administrator, REGISTRATIONS[kind].flag))) throw forbidden();
  const values = new Map(
    customer.metafields.nodes.map((node) => [`${node.namespace}.${node.key}`, node.value]),
  );
  const value = (name: (typeof MIRRORED_METAFIELDS)[number]) => values.get(name) ?? "";
  return {
    id: customer.id,
    displayName: customer.displayName,
    stp_startDate: value("stp.start_date"),
    stp_endDate: value("stp.end_date"),
    stp_school: value("stp.school"),
    stp_course: value("stp.course"),
    stp_state: value("stp.state"),
    profile_crm_id: value("profile.crm_id"),
    profile_as400_id: value("profile.as400_id"),
    profile_phone: value("profile.phone"),
    profile_dob: value("profile.dob"),
    profile_country: value("profile.country"),
    profile_privacy_policy_consent: value("profile.privacy_policy_consent"),
    profile_email_policy_consent: value("profile.email_policy_consent"),
    profile_link_distributor: value("profile.link_distributor"),
    profile_distributor_name: value("profile.distributor_name"),
  };
}
