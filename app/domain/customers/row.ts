import { z } from "zod";
import { centsSchema } from "~/platform/money/cents-schema";

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
