import { randomUUID } from "node:crypto";
import { application } from "../../../local-store/config.ts";
import type { LocalStore } from "../../../local-store/main.ts";
import { signBody } from "../../../local-store/webhooks/sign-body.ts";

/** A delivery as Shopify sends it; what is left out is made up. */
export interface Delivery {
  shop: string;
  topic: string;
  payload: unknown;
  eventId?: string;
  /** When the event happened; now by default. */
  triggeredAt?: Date;
  /** Another body than the one that was signed, another signature, or none (null). */
  forged?: { body?: string; signature?: string | null };
}

/** Hands a delivery to the app's own route handler. @returns the status that Shopify would get */
export async function deliver({
  shop,
  topic,
  payload,
  eventId,
  triggeredAt = new Date(),
  forged = {},
}: Delivery): Promise<number> {
  const { receiveWebhook } = await import("~/webhooks.server");
  const body = JSON.stringify(payload);
  const signature = forged.signature === undefined ? signBody(body, application.apiSecret) : forged.signature;
  const headers = new Headers({
    "Content-Type": "application/json",
    "X-Shopify-Topic": topic,
    "X-Shopify-Shop-Domain": shop,
    "X-Shopify-API-Version": "2026-10",
    "X-Shopify-Webhook-Id": randomUUID(),
    "X-Shopify-Event-Id": eventId ?? randomUUID(),
    "X-Shopify-Triggered-At": triggeredAt.toISOString(),
  });
  if (signature !== null) headers.set("X-Shopify-Hmac-Sha256", signature);
  const request = new Request("http://localhost:3000/webhooks", {
    method: "POST",
    headers,
    body: forged.body ?? body,
  });
  try {
    return (await receiveWebhook(request)).status;
  } catch (answer) {
    if (answer instanceof Response) return answer.status;
    throw answer;
  }
}

/** The deliveries that the local store has queued about a shop's customers since a moment, in their order. */
export async function queuedDeliveries(localStore: LocalStore, shop: string, afterId = 0) {
  const { rows } = await localStore.store.pool.query<{
    id: number;
    topic: string;
    body: string;
    event_id: string;
  }>("SELECT id, topic, body, event_id FROM webhook_deliveries WHERE shop = $1 AND id > $2 ORDER BY id", [
    shop,
    afterId,
  ]);
  return rows.map(({ id, topic, body, event_id }) => ({
    id,
    shop,
    topic,
    payload: JSON.parse(body) as unknown,
    eventId: event_id,
  }));
}

/** Reads the customers that webhooks reported again, as a worker would. */
export async function refresh(shop: string): Promise<void> {
  const { customersMirror } = await import("~/domain/customers/mirror.server");
  await customersMirror.refreshTask.run(shop, new AbortController().signal);
}

/** Every way in which a signature can be wrong. */
export const badSignatures = (payload: unknown): Record<string, NonNullable<Delivery["forged"]>> => {
  const body = JSON.stringify(payload);
  const right = signBody(body, application.apiSecret);
  return {
    "another secret": { signature: signBody(body, "another secret") },
    "another body": { body: `${body} ` },
    "another person in the body": { body: body.replace(/\d/, "9") },
    truncated: { signature: right.slice(0, -4) },
    hexadecimal: { signature: Buffer.from(right, "base64").toString("hex") },
    "no base64": { signature: "%%%%" },
    "right, twice": { signature: `${right},${right}` },
  };
};
