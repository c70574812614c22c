import type { ActionFunctionArgs } from "@remix-run/node";
import { receiveWebhook } from "~/webhooks.server";

/** Shopify's webhooks, the compliance topics among them; `shopify.app.toml` subscribes to them. */
export const action = ({ request }: ActionFunctionArgs) => receiveWebhook(request);
