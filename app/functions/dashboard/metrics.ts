/** The tag that the customers' figures are split by. */
const AIC_TAG = "AIC";

/** What is counted of a shop's customers, in the order of the page. */
export const METRIC_NAMES = [
  "total",
  "withAICTag",
  "withoutAICTag",
  "emailSubscribed",
  "smsSubscribed",
  "withAICTagEmailSubscribed",
  "withAICTagSmsSubscribed",
  "withoutAICTagEmailSubscribed",
  "withoutAICTagSmsSubscribed",
] as const;

export type MetricName = (typeof METRIC_NAMES)[number];

/** The titles of the tiles, charts and columns. */
export const METRIC_TITLES: Readonly<Record<MetricName, string>> = {
  total: "Total Customers",
  withAICTag: `Customers with ${AIC_TAG} Tag`,
  withoutAICTag: `Customers without ${AIC_TAG} Tag`,
  emailSubscribed: "Email Subscribed",
  smsSubscribed: "SMS Subscribed",
  withAICTagEmailSubscribed: `With ${AIC_TAG} Tag Email Subscribed`,
  withAICTagSmsSubscribed: `With ${AIC_TAG} Tag SMS Subscribed`,
  withoutAICTagEmailSubscribed: `Without ${AIC_TAG} Tag Email Subscribed`,
  withoutAICTagSmsSubscribed: `Without ${AIC_TAG} Tag SMS Subscribed`,
};

/** A value of each metric. */
export type Figures = Record<MetricName, number>;

const WITH_TAG = `customer_tags CONTAINS '${AIC_TAG}'`;

const WITHOUT_TAG = `customer_tags NOT CONTAINS '${AIC_TAG}'`;

const EMAIL = "email_subscription_status = 'SUBSCRIBED'";

const SMS = "sms_subscription_status = 'SUBSCRIBED'";

/** The metrics that are segments of the customers, in Shopify's segment query language. */
export const SEGMENTS: Readonly<Record<Exclude<MetricName, "total">, string>> = {
  withAICTag: WITH_TAG,
  withoutAICTag: WITHOUT_TAG,
  emailSubscribed: EMAIL,
  smsSubscribed: SMS,
  withAICTagEmailSubscribed: `${WITH_TAG} AND ${EMAIL}`,
  withAICTagSmsSubscribed: `${WITH_TAG} AND ${SMS}`,
  withoutAICTagEmailSubscribed: `${WITHOUT_TAG} AND ${EMAIL}`,
  withoutAICTagSmsSubscribed: `${WITHOUT_TAG} AND ${SMS}`,
};

/** Error texts for failures without a reason that the user could act on. */
export const FALLBACKS = {
  load: "Error loading customers data",
  refresh: "Error refreshing customers data",
  export: "Error exporting customers data",
} as const;

export const REFRESHED = "The figures were read from Shopify.";

export const NO_FIGURES =
  "Shopify didn't return the number of customers. Today's figures are unchanged. Try again in a minute.";
