import { findCustomers } from "../../data/find-customers.ts";
import { toDateTime } from "../../data/instants.ts";
import type { AddressRow, ConsentRow, CustomerRow } from "../../data/rows.ts";
import type { RequestContext } from "../context.ts";
import { gid } from "../gid.ts";
import { metafieldField, metafieldsList } from "./metafield.ts";
import { decimal } from "./money.ts";
import type { ListResolver, TypeResolvers } from "./types.ts";

/** A customer as a resolver source. */
export function customerSource(row: CustomerRow): CustomerRow & { __typename: "Customer" } {
  return { ...row, __typename: "Customer" };
}

/** The supported fields of a customer. */
export const customerResolvers: TypeResolvers = {
  id: (customer: CustomerRow) => gid("Customer", customer.id),
  legacyResourceId: (customer: CustomerRow) => String(customer.id),
  firstName: (customer: CustomerRow) => customer.first_name,
  lastName: (customer: CustomerRow) => customer.last_name,
  displayName: (customer: CustomerRow) => displayName(customer),
  createdAt: (customer: CustomerRow) => toDateTime(customer.created_at),
  updatedAt: (customer: CustomerRow) => toDateTime(customer.updated_at),
  verifiedEmail: (customer: CustomerRow) => customer.verified_email,
  validEmailAddress: (customer: CustomerRow) => customer.email !== null,
  state: (customer: CustomerRow) => customer.state,
  taxExempt: (customer: CustomerRow) => customer.tax_exempt,
  numberOfOrders: (customer: CustomerRow) => String(customer.orders_count),
  canDelete: (customer: CustomerRow) => customer.orders_count === 0,
  amountSpent: (customer: CustomerRow, _args, context) => ({
    amount: decimal(customer.amount_spent_cents, context.shop.currency),
    currencyCode: context.shop.currency,
  }),
  defaultEmailAddress: (customer: CustomerRow) => emailAddress(customer),
  defaultPhoneNumber: (customer: CustomerRow) => phoneNumber(customer),
  emailMarketingConsent: (customer: CustomerRow) => consentState(customer.email, customer.email_marketing),
  smsMarketingConsent: (customer: CustomerRow) => {
    const consent = consentState(customer.phone, customer.sms_marketing);
    return consent && { ...consent, consentCollectedFrom: customer.sms_marketing ? "OTHER" : null };
  },
  defaultAddress: (customer: CustomerRow) =>
    customer.addresses[0] ? addressSource(customer.addresses[0]) : null,
  addresses: (customer: CustomerRow, args: { first?: number | null }) =>
    customer.addresses.slice(0, args.first ?? undefined).map((address) => addressSource(address)),
  metafield: metafieldField("CUSTOMER"),
};

/** The connections of a customer that are read completely. */
export const customerLists: Readonly<Record<string, ListResolver>> = {
  addressesV2: (customer: CustomerRow) => customer.addresses.map((address) => addressSource(address)),
  metafields: metafieldsList("CUSTOMER"),
};

/** The fields of a postal address. */
export const addressResolvers: TypeResolvers = {
  id: (address: AddressSource) => `${gid("MailingAddress", address.id)}?model_name=${address.modelName}`,
  countryCodeV2: (address: AddressRow) => address.countryCode,
  name: (address: AddressRow) => [address.firstName, address.lastName].filter(Boolean).join(" ") || null,
  formatted: (address: AddressRow, args: { withName: boolean; withCompany: boolean }) =>
    [
      args.withName && [address.firstName, address.lastName].filter(Boolean).join(" "),
      args.withCompany && address.company,
      address.address1,
      address.address2,
      [address.city, address.provinceCode, address.zip].filter(Boolean).join(" "),
      address.country,
    ].filter(Boolean),
};

/** A customer's display name: full name, email address, or phone number. */
export function displayName(
  customer: Pick<CustomerRow, "first_name" | "last_name" | "email" | "phone">,
): string {
  const name = [customer.first_name, customer.last_name].filter(Boolean).join(" ");
  return name || customer.email || customer.phone || "";
}

interface AddressSource extends AddressRow {
  __typename: "MailingAddress";
  modelName: "CustomerAddress" | "Address";
}

/** A customer's address as a resolver source, or with the model `Address` that of an order. */
export function addressSource(
  address: AddressRow,
  modelName: AddressSource["modelName"] = "CustomerAddress",
): AddressSource {
  return { ...address, __typename: "MailingAddress", modelName };
}

function emailAddress(customer: CustomerRow): unknown {
  if (customer.email === null) return null;
  const consent = customer.email_marketing;
  return {
    emailAddress: customer.email,
    validFormat: true,
    marketingState: consent?.state ?? "NOT_SUBSCRIBED",
    marketingOptInLevel: consent?.optInLevel ?? null,
    marketingUpdatedAt: consentTime(consent),
    sourceLocation: null,
  };
}

function phoneNumber(customer: CustomerRow): unknown {
  if (customer.phone === null) return null;
  const consent = customer.sms_marketing;
  const state = consent?.state ?? "NOT_SUBSCRIBED";
  const optInLevel = consent?.optInLevel ?? null;
  const updatedAt = consentTime(consent);
  const collectedFrom = consent ? "OTHER" : null;
  return {
    phoneNumber: customer.phone,
    marketingState: state,
    marketingOptInLevel: optInLevel,
    marketingUpdatedAt: updatedAt,
    marketingCollectedFrom: collectedFrom,
    sourceLocation: null,
    // The newer field has NEVER_SUBSCRIBED instead of NOT_SUBSCRIBED.
    smsMarketingConsent: {
      state: state === "NOT_SUBSCRIBED" ? "NEVER_SUBSCRIBED" : state,
      optInLevel,
      updatedAt,
      collectedFrom,
      sourceLocation: null,
    },
  };
}

function consentState(address: string | null, consent: ConsentRow | null) {
  if (address === null) return null;
  return {
    marketingState: consent?.state ?? "NOT_SUBSCRIBED",
    marketingOptInLevel: consent?.optInLevel ?? "SINGLE_OPT_IN",
    consentUpdatedAt: consentTime(consent),
    sourceLocation: null,
  };
}

function consentTime(consent: ConsentRow | null): string | null {
  return consent?.updatedAt ? toDateTime(consent.updatedAt) : null;
}

/** Reads customers by id, unordered. */
export async function readCustomers(context: RequestContext, ids: readonly number[]) {
  return (await findCustomers(context.store.pool, context.shop.domain, ids)).map(customerSource);
}
