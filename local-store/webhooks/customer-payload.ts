import { toDateTime } from "../data/instants.ts";
import type { AddressRow, CustomerRow } from "../data/rows.ts";

/**
 * The body of `customers/create` and `customers/update`. Since API version 2025-01 it has no tags, marketing consent, or purchase
 * totals, and tags have separate topics (changelog "New customer's webhook and changes to existing customer's webhooks payload").
 */
export function customerPayload(customer: CustomerRow, currency: string): Record<string, unknown> {
  const addresses = customer.addresses.map((address, index) =>
    addressPayload(customer.id, address, index === 0),
  );
  return {
    id: customer.id,
    created_at: toDateTime(customer.created_at),
    updated_at: toDateTime(customer.updated_at),
    first_name: customer.first_name,
    last_name: customer.last_name,
    state: customer.state.toLowerCase(),
    note: customer.note,
    verified_email: customer.verified_email,
    multipass_identifier: null,
    tax_exempt: customer.tax_exempt,
    email: customer.email,
    phone: customer.phone,
    currency,
    addresses,
    tax_exemptions: [],
    admin_graphql_api_id: `gid://shopify/Customer/${customer.id}`,
    default_address: addresses[0] ?? null,
  };
}

/** The body of `customers/delete`. */
export function deletedCustomerPayload(customer: CustomerRow): Record<string, unknown> {
  return {
    id: customer.id,
    phone: customer.phone,
    addresses: [],
    tax_exemptions: [],
    tax_exempt: customer.tax_exempt,
    admin_graphql_api_id: `gid://shopify/Customer/${customer.id}`,
  };
}

/** The body of `customer.tags_added` and `customer.tags_removed`. */
export function tagsPayload(customerId: number, tags: string[], occurredAt: Date): Record<string, unknown> {
  return { customerId: `gid://shopify/Customer/${customerId}`, tags, occurredAt: occurredAt.toISOString() };
}

function addressPayload(
  customerId: number,
  address: AddressRow,
  isDefault: boolean,
): Record<string, unknown> {
  return {
    id: address.id,
    customer_id: customerId,
    first_name: address.firstName,
    last_name: address.lastName,
    company: address.company,
    address1: address.address1,
    address2: address.address2,
    city: address.city,
    province: address.province,
    country: address.country,
    zip: address.zip,
    phone: address.phone,
    name: [address.firstName, address.lastName].filter(Boolean).join(" "),
    province_code: address.provinceCode,
    country_code: address.countryCode,
    country_name: address.country,
    default: isDefault,
  };
}
