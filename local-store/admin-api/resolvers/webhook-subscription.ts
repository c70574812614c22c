import { toDateTime } from "../../data/instants.ts";
import { topicEnum } from "../../webhooks/topics.ts";
import type { RequestContext } from "../context.ts";
import { gid, idOfType } from "../gid.ts";
import { listConnection, type PageArguments } from "../paging/connection.ts";
import type { TypeResolvers } from "./types.ts";

/** A row of `webhook_subscriptions`. */
export interface SubscriptionRow {
  shop: string;
  id: number;
  topic: string;
  uri: string;
  filter: string | null;
  include_fields: string[];
  metafield_namespaces: string[];
  format: string;
  created_at: Date;
  updated_at: Date;
}

/** A subscription as a resolver source. */
export function subscriptionSource(
  row: SubscriptionRow,
): SubscriptionRow & { __typename: "WebhookSubscription" } {
  return { ...row, __typename: "WebhookSubscription" };
}

/** The fields of a webhook subscription. */
export const subscriptionResolvers: TypeResolvers = {
  id: (row: SubscriptionRow) => gid("WebhookSubscription", row.id),
  legacyResourceId: (row: SubscriptionRow) => String(row.id),
  topic: (row: SubscriptionRow) => topicEnum(row.topic),
  callbackUrl: (row: SubscriptionRow) => row.uri,
  endpoint: (row: SubscriptionRow) => ({ __typename: "WebhookHttpEndpoint", callbackUrl: row.uri }),
  includeFields: (row: SubscriptionRow) => row.include_fields,
  metafieldNamespaces: (row: SubscriptionRow) => row.metafield_namespaces,
  apiVersion: () => ({ handle: "2026-10", displayName: "2026-10", supported: true }),
  createdAt: (row: SubscriptionRow) => toDateTime(row.created_at),
  updatedAt: (row: SubscriptionRow) => toDateTime(row.updated_at),
};

/** A subscription that the app created through the API, or null. Subscriptions from its configuration file aren't returned. */
export async function findSubscription(context: RequestContext, id: number) {
  return (await listSubscriptions(context)).find((subscription) => subscription.id === id) ?? null;
}

/** Root fields for webhook subscriptions. */
export const subscriptionQueries: TypeResolvers = {
  webhookSubscription: (_root, args: { id: string }, context) =>
    findSubscription(context, idOfType(args.id, "WebhookSubscription")),
  webhookSubscriptions: async (_root, args: PageArguments & { topics?: string[] | null }, context) => {
    const all = await listSubscriptions(context);
    const matches = all.filter((one) => !args.topics?.length || args.topics.includes(topicEnum(one.topic)));
    return listConnection(matches, (subscription) => subscription.id, args);
  },
};

async function listSubscriptions(context: RequestContext) {
  const { rows } = await context.store.pool.query<SubscriptionRow>(
    "SELECT * FROM webhook_subscriptions WHERE shop = $1 AND api_key = $2 AND source = 'api' ORDER BY id",
    [context.shop.domain, context.token.api_key],
  );
  return rows.map(subscriptionSource);
}
