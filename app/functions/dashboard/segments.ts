import { AIC_TAG, type MetricName } from "./metrics";

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
