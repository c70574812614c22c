import type { EkataTransaction } from "~/connectors/ekata/port";
import type { OrderContacts } from "~/connectors/shopify/operations/order-risk";

type Address = OrderContacts["billingAddress"];

const orNothing = (text: string | null | undefined): string | undefined => text?.trim() || undefined;

function personOf<Person extends "primary" | "secondary">(
  person: Person,
  address: Address,
  phone?: string | null,
): EkataTransaction {
  return {
    [`${person}.name`]: orNothing(address?.name),
    [`${person}.phone`]: orNothing(address?.phone ?? phone),
    [`${person}.address.street_line_1`]: orNothing(address?.address1),
    [`${person}.address.city`]: orNothing(address?.city),
    [`${person}.address.state_code`]: orNothing(address?.provinceCode),
    [`${person}.address.postal_code`]: orNothing(address?.zip),
    [`${person}.address.country_code`]: orNothing(address?.countryCodeV2),
  };
}

/** What Ekata gets of an order: who pays, who receives, and from where. Null for an order without any contact details. */
export function transactionOf(order: OrderContacts): EkataTransaction | null {
  const { billingAddress, shippingAddress, email, phone, clientIp } = order;
  const contacts: EkataTransaction = {
    ip_address: orNothing(clientIp),
    "primary.email_address": orNothing(email),
    ...personOf("primary", billingAddress ?? shippingAddress, phone),
    ...(billingAddress && shippingAddress ? personOf("secondary", shippingAddress) : {}),
  };
  if (Object.values(contacts).every((value) => value === undefined)) return null;
  return { transaction_id: order.id.split("/").at(-1), transaction_time: order.processedAt, ...contacts };
}

/** What the report says of each order in its last column. */
export const WRITTEN = "written";

export const WRITTEN_EARLIER = "written earlier today";

export const NOT_WRITTEN_FULFILLED = "not written: fulfilled";

/** Why an order wasn't checked. */
export const DELETED = "the order was deleted";

export const NO_CONTACTS = "the order has no contact details";
