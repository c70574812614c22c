import type { Position } from "~/core/lists/cursor.server";
import { adminAddress } from "~/platform/admin-address";
import type { Shop } from "~/platform/auth/shops.server";
import { storedDateText } from "~/platform/dates/date-text";
import { type Cents, centsFromDatabase } from "~/platform/money/cents";
import { parseDecimal } from "~/platform/money/decimal";
import { customerGid } from "./mirror-row";
import type { CustomerListRow } from "./row";
import { nationalPartnerOf, tagValue } from "./tag-value";

/** A row of the mirror as a list's query answers it. */
export interface ListRecord {
  id: string;
  display_name: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  tags: string[];
  created_at: Date;
  country_code: string | null;
  amount_spent_cents: string;
  email_marketing_state: string | null;
  metafields: Record<string, string>;
  position: Position;
  total: string | null;
}

/** The customer's page in the Shopify admin. */
export const adminUrl = (shop: string, customerId: string | number): string =>
  adminAddress(shop, `/customers/${customerId}`);

/** The amount in the tag `amount_spent:`, or Shopify's amount if the tag is missing or invalid. Cents. */
export function amountSpentCents(tags: readonly string[], counted: Cents, currency: string): Cents {
  const tagged = tagValue(tags, "amount_spent");
  // The tag is written by other programs: what it has beyond the currency's decimals never counted.
  return /^\d{1,12}(\.\d+)?$/.test(tagged) ? parseDecimal(tagged, currency, "truncate") : counted;
}

/** A mirrored customer in the field names of the specification's list row. */
export function listRowOf(record: ListRecord, shop: Pick<Shop, "domain" | "currency">): CustomerListRow {
  const { metafields, tags } = record;
  const metafield = (name: string) => String(metafields[name] ?? "");
  const date = (name: string) => storedDateText(metafield(name));
  return {
    id: customerGid(record.id),
    displayName: record.display_name,
    firstName: record.first_name ?? "",
    lastName: record.last_name ?? "",
    email: record.email ?? "",
    tags,
    createdAt: record.created_at.toISOString(),
    url: adminUrl(shop.domain, record.id),
    country: metafield("profile.country") || (record.country_code ?? ""),
    school: metafield("stp.school"),
    nationalPartner: nationalPartnerOf(tags),
    stp_startDate: date("stp.start_date"),
    stp_endDate: date("stp.end_date"),
    stp_school: metafield("stp.school"),
    stp_course: metafield("stp.course"),
    stp_state: metafield("stp.state"),
    profile_phone: metafield("profile.phone"),
    profile_dob: date("profile.dob"),
    profile_country: metafield("profile.country"),
    profile_link_distributor: metafield("profile.link_distributor"),
    profile_distributor_name: metafield("profile.distributor_name"),
    acceptsMarketing: record.email_marketing_state === "SUBSCRIBED",
    profile_email_policy_consent: metafield("profile.email_policy_consent"),
    profile_privacy_policy_consent: metafield("profile.privacy_policy_consent"),
    amountSpentCents: amountSpentCents(tags, centsFromDatabase(record.amount_spent_cents), shop.currency),
    discount_limit: tagValue(tags, "discount_limit"),
  };
}
