import { z } from "zod";
import type { Position } from "~/core/lists/keyset.server";
import { adminAddress } from "~/platform/admin-address";
import type { Shop } from "~/platform/auth/shops.server";
import { storedDateText } from "~/platform/dates/date-text";
import { type Cents, centsFromDatabase } from "~/platform/money/cents";
import { centsSchema } from "~/platform/money/cents-schema";
import { parseDecimal } from "~/platform/money/decimal";
import { customerGid } from "./mirror-row";
import { nationalPartnerOf, tagValue } from "./tag-value";

/** A customer in a list. Its field names are fixed. */
export const customerListRow = z.object({
  /** Path-like; the last segment is the customer id. */
  id: z.string(),
  displayName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  tags: z.array(z.string()),
  /** Instant, ISO 8601. */
  createdAt: z.string(),
  /** The customer in the Shopify admin. */
  url: z.string(),
  country: z.string(),
  school: z.string(),
  nationalPartner: z.string(),
  /** The metafields, each as the store has it; empty where it has nothing. */
  stp_startDate: z.string(),
  stp_endDate: z.string(),
  stp_school: z.string(),
  stp_course: z.string(),
  stp_state: z.string(),
  profile_phone: z.string(),
  profile_dob: z.string(),
  profile_country: z.string(),
  profile_link_distributor: z.string(),
  profile_distributor_name: z.string(),
  acceptsMarketing: z.boolean(),
  /** `"1"` means true. */
  profile_email_policy_consent: z.string(),
  profile_privacy_policy_consent: z.string(),
  /** Whole cents in the shop's currency. */
  amountSpentCents: centsSchema,
  discount_limit: z.string(),
});

export type CustomerListRow = z.infer<typeof customerListRow>;

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
