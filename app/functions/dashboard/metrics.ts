import { DEFAULT_TAG, queryOf } from "./segments";

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

/** The titles of the tiles, charts and columns. @param tag that the customers' figures are split by */
export const metricTitles = (tag: string): Readonly<Record<MetricName, string>> => ({
  total: "Total Customers",
  withAICTag: `Customers with ${tag} Tag`,
  withoutAICTag: `Customers without ${tag} Tag`,
  emailSubscribed: "Email Subscribed",
  smsSubscribed: "SMS Subscribed",
  withAICTagEmailSubscribed: `With ${tag} Tag Email Subscribed`,
  withAICTagSmsSubscribed: `With ${tag} Tag SMS Subscribed`,
  withoutAICTagEmailSubscribed: `Without ${tag} Tag Email Subscribed`,
  withoutAICTagSmsSubscribed: `Without ${tag} Tag SMS Subscribed`,
});

/** The titles of the spreadsheet, which names the tag of each day in a column of its own. */
export const METRIC_TITLES = metricTitles(DEFAULT_TAG);

/** The metrics that depend on the tag: a day that was read with another tag has no value of them. */
export const isOfTag = (metric: MetricName): boolean => metric.startsWith("with");

/** A value of each metric. */
export type Figures = Record<MetricName, number>;

/** The metrics that are segments of the customers, in Shopify's segment query language. */
export function metricQueries(tag: string): Readonly<Record<Exclude<MetricName, "total">, string>> {
  const query = (tagIs: "any" | "with" | "without", ...subscribed: ("email" | "sms")[]) =>
    queryOf({ tag, tagIs, email: subscribed.includes("email"), sms: subscribed.includes("sms") });
  return {
    withAICTag: query("with"),
    withoutAICTag: query("without"),
    emailSubscribed: query("any", "email"),
    smsSubscribed: query("any", "sms"),
    withAICTagEmailSubscribed: query("with", "email"),
    withAICTagSmsSubscribed: query("with", "sms"),
    withoutAICTagEmailSubscribed: query("without", "email"),
    withoutAICTagSmsSubscribed: query("without", "sms"),
  };
}

/** Error texts for failures without a reason that the user could act on. */
export const FALLBACKS = {
  load: "Error loading customers data",
  refresh: "Error refreshing customers data",
  export: "Error exporting customers data",
  note: "Error saving the note",
  segments: "Error saving the segments",
} as const;

export const REFRESHED = "The figures were read from Shopify.";

export const NO_FIGURES =
  "Shopify didn't return the number of customers. Today's figures are unchanged. Try again in a minute.";
