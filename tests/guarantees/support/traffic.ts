import { randomUUID } from "node:crypto";
import { application } from "../../../local-store/config.ts";
import { signBody } from "../../../local-store/webhooks/sign-body.ts";
import { DEMO, type TestShop } from "../../support/test-shop.ts";

/** A request of the traffic, and what the caller needs to judge it. */
export interface TrafficAnswer {
  /** 0 when the connection failed. */
  status: number;
  milliseconds: number;
  /** When it was answered (performance.now()). */
  at: number;
}

const PAUSE_MS = 25;
/** Larger than a network packet, so that it is still arriving when the server begins with it. */
const WEBHOOK_BYTES = 200_000;

/** What the store's own people and Shopify send: reads, searches and webhooks, each by several clients, until `isOver`. */
export async function sendTraffic(
  shop: TestShop,
  port: number,
  {
    clients,
    isOver,
    onAnswer,
  }: { clients: number; isOver: () => boolean; onAnswer?: (answer: TrafficAnswer) => void },
): Promise<TrafficAnswer[]> {
  const answers: TrafficAnswer[] = [];
  const kinds = [readJobs, searchStudents, sendWebhook];
  const client = async (number: number) => {
    for (let turn = number; !isOver(); turn += 1) {
      const begun = performance.now();
      const [path, init] = (kinds[turn % kinds.length] as typeof readJobs)(shop);
      const status = await fetch(`http://127.0.0.1:${port}${path}`, init).then(
        async (response) => {
          await response.arrayBuffer();
          return response.status;
        },
        () => 0,
      );
      const at = performance.now();
      const answer = { status, milliseconds: at - begun, at };
      answers.push(answer);
      onAnswer?.(answer);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  return answers;
}

type Sending = [path: string, init: RequestInit];

const signedIn = (shop: TestShop) => ({ authorization: `Bearer ${shop.token("1")}` });

const readJobs = (shop: TestShop): Sending => ["/api/jobs", { headers: signedIn(shop) }];

const searchStudents = (shop: TestShop): Sending => [
  "/api/students/pending",
  {
    method: "POST",
    headers: { ...signedIn(shop), "content-type": "application/json" },
    body: JSON.stringify({ searchValue: "ann" }),
  },
];

const sendWebhook = (): Sending => {
  const body = JSON.stringify({
    admin_graphql_api_id: "gid://shopify/Customer/4711",
    updated_at: new Date().toISOString(),
    note: "x".repeat(WEBHOOK_BYTES),
  });
  return [
    "/webhooks",
    {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-Forwarded-For": "192.0.2.1",
        "X-Shopify-Topic": "customers/update",
        "X-Shopify-Shop-Domain": DEMO,
        "X-Shopify-API-Version": "2026-10",
        "X-Shopify-Webhook-Id": randomUUID(),
        "X-Shopify-Event-Id": randomUUID(),
        "X-Shopify-Triggered-At": new Date().toISOString(),
        "X-Shopify-Hmac-Sha256": signBody(body, application.apiSecret),
      },
      body,
    },
  ];
};

/** The answers that kept a client from its work. */
export const refusedIn = (answers: readonly TrafficAnswer[]): TrafficAnswer[] =>
  answers.filter(({ status }) => status !== 200);
