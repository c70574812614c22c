import { TOPICS } from "../../webhooks/topics.ts";
import { notImplemented } from "../errors.ts";
import { gid, idOfType } from "../gid.ts";
import type { TypeResolvers } from "../resolvers/types.ts";
import { type SubscriptionRow, subscriptionSource } from "../resolvers/webhook-subscription.ts";

interface SubscriptionInput {
  uri?: string | null;
  callbackUrl?: string | null;
  format?: string | null;
  filter?: string | null;
  includeFields?: string[] | null;
  metafieldNamespaces?: string[] | null;
}

/** The mutations of webhook subscriptions. */
export const webhookMutations: TypeResolvers = {
  webhookSubscriptionCreate: async (_root, args: CreateArguments, context) => {
    const { webhookSubscription: input } = args;
    const topic = TOPICS[args.topic];
    if (!topic) throw notImplemented(`webhooks of the topic ${args.topic}`);
    if (input.filter) throw notImplemented("webhook filters");
    if (input.metafieldNamespaces?.length) throw notImplemented("metafields in webhooks");
    if (input.format && input.format !== "JSON") throw notImplemented(`webhooks as ${input.format}`);
    const uri = input.uri ?? input.callbackUrl ?? "";
    if (!/^https?:\/\/\S+$/.test(uri)) return refused("Address is invalid");
    const duplicate = await context.store.pool.query(
      "SELECT FROM webhook_subscriptions WHERE shop = $1 AND api_key = $2 AND topic = $3 AND uri = $4 AND source = 'api'",
      [context.shop.domain, context.token.api_key, topic, uri],
    );
    if (duplicate.rowCount) return refused("Address for this topic has already been taken");
    const { rows } = await context.store.pool.query<SubscriptionRow>(
      `INSERT INTO webhook_subscriptions
         (shop, api_key, topic, uri, source, include_fields, created_at, updated_at)
       VALUES ($1, $2, $3, $4, 'api', $5, $6, $6) RETURNING *`,
      [
        context.shop.domain,
        context.token.api_key,
        topic,
        uri,
        input.includeFields ?? [],
        new Date(context.store.clock.now()),
      ],
    );
    return { webhookSubscription: subscriptionSource(rows[0] as SubscriptionRow), userErrors: [] };
  },

  webhookSubscriptionDelete: async (_root, args: { id: string }, context) => {
    const id = idOfType(args.id, "WebhookSubscription");
    const { rowCount } = await context.store.pool.query(
      "DELETE FROM webhook_subscriptions WHERE shop = $1 AND api_key = $2 AND id = $3 AND source = 'api'",
      [context.shop.domain, context.token.api_key, id],
    );
    if (rowCount) return { deletedWebhookSubscriptionId: gid("WebhookSubscription", id), userErrors: [] };
    const error = { field: ["id"], message: "Webhook subscription does not exist" };
    return { deletedWebhookSubscriptionId: null, userErrors: [error] };
  },
};

interface CreateArguments {
  topic: string;
  webhookSubscription: SubscriptionInput;
}

function refused(message: string) {
  return {
    webhookSubscription: null,
    userErrors: [{ field: ["webhookSubscription", "callbackUrl"], message }],
  };
}
