import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import type { DemoShop } from "./chapter.ts";

/** Backroom refused a request. The message has its sentence. */
export class RequestRefused extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** A request to Backroom as a member of the staff, like those of its pages. @throws RequestRefused */
export async function request<Answer>(
  shop: DemoShop,
  method: "GET" | "POST" | "PUT" | "PATCH",
  path: string,
  { body, as = shop.staff.owner.id }: { body?: unknown; as?: string } = {},
): Promise<Answer> {
  const query = new URLSearchParams({ shop: shop.domain, administrator: as });
  const token = await (await fetch(`${process.env.LOCAL_STORE_URL}/session-token?${query}`)).text();
  const response = await fetch(`${process.env.SHOPIFY_APP_URL}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  const answer = text ? JSON.parse(text) : undefined;
  if (!response.ok)
    throw new RequestRefused(`${method} ${path}: ${answer?.msg ?? response.status}`, response.status);
  return answer as Answer;
}

const freshness = z.object({ rebuiltAt: z.string().nullable() });

/** Signs in as the owner, which installs the app in the shop, and waits until its mirrors have the store's records. */
export async function install(shop: DemoShop): Promise<void> {
  for (const path of ["/mirror", "/products/mirror", "/orders/mirror"])
    while (freshness.parse(await request(shop, "GET", path)).rebuiltAt === null) await wait(500);
}
