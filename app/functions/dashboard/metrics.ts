/** The tag that the customers' figures are split by. */
export const AIC_TAG = "AIC";

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
