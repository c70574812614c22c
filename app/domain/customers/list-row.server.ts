import { sql } from "drizzle-orm";
import { z } from "zod";
import { defineRow, field } from "~/core/lists/define-row.server";
import { adminAddress } from "~/platform/admin-address";
import { storedDateText } from "~/platform/dates/date-text";
import { type Cents, centsFromDatabase } from "~/platform/money/cents";
import { centsSchema } from "~/platform/money/cents-schema";
import { parseDecimal } from "~/platform/money/decimal";
import { customerGid } from "./mirror-row";
import { nationalPartnerOf, tagValue } from "./tag-value";

/** The customer's page in the Shopify admin. */
export const adminUrl = (shop: string, customerId: string | number): string =>
  adminAddress(shop, `/customers/${customerId}`);

/** The amount in the tag `amount_spent:`, or Shopify's amount if the tag is missing or invalid. Cents. */
export function amountSpentCents(tags: readonly string[], counted: Cents, currency: string): Cents {
  const tagged = tagValue(tags, "amount_spent");
  // The tag is written by other programs: what it has beyond the currency's decimals never counted.
  return /^\d{1,12}(\.\d+)?$/.test(tagged) ? parseDecimal(tagged, currency, "truncate") : counted;
}

const text = z.string();

const tags = sql`tags`;

/** A metafield as the store has it. Empty where it has nothing. */
const metafield = (name: string) => sql`coalesce(metafields->>${sql.raw(`'${name}'`)}, '')`;

const day = (name: string) => field(metafield(name), text, storedDateText);

/** A customer of `customers_of_shop` in a list. Its field names are fixed. */
export const customerRow = defineRow({
  /** Path-like; the last segment is the customer id. */
  id: field(sql`id`, text, customerGid),
  displayName: field(sql`display_name`, text),
  firstName: field(sql`coalesce(first_name, '')`, text),
  lastName: field(sql`coalesce(last_name, '')`, text),
  email: field(sql`coalesce(email, '')`, text),
  tags: field(tags, z.array(text)),
  /** Instant, ISO 8601. */
  createdAt: field(sql`created_at`, text),
  /** The customer in the Shopify admin. */
  url: field(sql`id`, text, (id: string, { shop }) => adminUrl(shop.domain, id)),
  country: field(sql`coalesce(nullif(metafields->>'profile.country', ''), country_code, '')`, text),
  school: field(metafield("stp.school"), text),
  nationalPartner: field(tags, text, nationalPartnerOf),
  stp_startDate: day("stp.start_date"),
  stp_endDate: day("stp.end_date"),
  stp_school: field(metafield("stp.school"), text),
  stp_course: field(metafield("stp.course"), text),
  stp_state: field(metafield("stp.state"), text),
  profile_phone: field(metafield("profile.phone"), text),
  profile_dob: day("profile.dob"),
  profile_country: field(metafield("profile.country"), text),
  profile_link_distributor: field(metafield("profile.link_distributor"), text),
  profile_distributor_name: field(metafield("profile.distributor_name"), text),
  acceptsMarketing: field(sql`email_marketing_state IS NOT DISTINCT FROM 'SUBSCRIBED'`, z.boolean()),
  /** `"1"` means true. */
  profile_email_policy_consent: field(metafield("profile.email_policy_consent"), text),
  profile_privacy_policy_consent: field(metafield("profile.privacy_policy_consent"), text),
  /** Whole cents in the shop's currency. */
  amountSpentCents: field(
    sql`json_build_object('tags', tags, 'cents', amount_spent_cents::text)`,
    centsSchema,
    ({ tags, cents }: { tags: string[]; cents: string }, { shop }) =>
      amountSpentCents(tags, centsFromDatabase(cents), shop.currency),
  ),
  discount_limit: field(tags, text, (all: string[]) => tagValue(all, "discount_limit")),
});

export type CustomerListRow = z.output<typeof customerRow.schema>;
