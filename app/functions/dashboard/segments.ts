import { adminAddress } from "~/platform/admin-address";

/** The tag that the customers' figures are split by, until the account owner declares another. */
export const DEFAULT_TAG = "AIC";

export const MAX_SEGMENTS = 8;
export const MAX_SEGMENT_NAME = 40;
/** Shopify's limit. */
export const MAX_TAG = 255;

/** How a segment depends on its tag. */
export const TAG_CHOICES = ["any", "with", "without"] as const;

export const TAG_NOT_VALID = `Enter a tag without commas, quotes and backslashes, with at most ${MAX_TAG} characters.`;
export const NOTHING_CHOSEN = "Choose a tag, or a subscription.";
export const SAME_SEGMENT = "Two segments are the same. Change or remove one of them.";
export const SAME_NAME = "Two segments have the same name. Rename one of them.";

/** Customers by a tag and by their subscriptions. */
export interface Segment {
  name: string;
  tag: string;
  tagIs: (typeof TAG_CHOICES)[number];
  /** Only those who are subscribed by email. */
  email: boolean;
  sms: boolean;
}

const EMAIL = "email_subscription_status = 'SUBSCRIBED'";

const SMS = "sms_subscription_status = 'SUBSCRIBED'";

/** A segment in Shopify's segment query language. Empty for one without a condition. */
export const queryOf = ({ tag, tagIs, email, sms }: Omit<Segment, "name">): string =>
  [
    tagIs === "with" && `customer_tags CONTAINS '${tag}'`,
    tagIs === "without" && `customer_tags NOT CONTAINS '${tag}'`,
    email && EMAIL,
    sms && SMS,
  ]
    .filter(Boolean)
    .join(" AND ");

/** Customers who were added on a day, or in days. */
export const addedQuery = (dateFrom: string, dateTo = dateFrom): string =>
  `customer_added_date >= ${dateFrom} AND customer_added_date <= ${dateTo}`;

/** The customers of a segment in the Shopify admin. @param query in Shopify's segment query language, empty for all customers */
export const customersUrl = (shop: string, query: string): string =>
  adminAddress(shop, `/customers${query && `?segment_query=${encodeURIComponent(query)}`}`);
