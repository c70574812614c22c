import type { Invitation } from "~/domain/invitations/invitation.server";
import { application } from "../../../local-store/config.ts";
import { signProxyParameters } from "../../../local-store/storefront/sign-proxy-parameters.ts";
import { DEMO } from "../../support/test-shop.ts";
import { invitationNow } from "./support.ts";

interface Visit {
  shop?: string;
  method?: string;
  /** What the form posts. */
  form?: Record<string, string>;
  headers?: Record<string, string>;
  /** Seconds since 1970; now when absent. */
  timestamp?: number;
  /** Another secret than the app's makes a forged request. */
  secret?: string;
  /** Changes the query after it was signed. */
  alter?: (query: URLSearchParams) => void;
}

/** What the page's script posts as soon as its person uses the page. */
export const USED: Visit = { form: { opened: "1" } };

/** Visits the public page of an invitation, as Shopify's app proxy hands a visitor's request on. */
export async function visit(token: string, visit: Visit = {}): Promise<{ response: Response; html: string }> {
  const { form, headers } = visit;
  const method = visit.method ?? (form ? "POST" : "GET");
  const request = new Request(`http://localhost:3000${addressOf(token, visit)}`, {
    method,
    headers,
    body: form && new URLSearchParams(form),
  });
  const response = await pageFor(request, token);
  return { response, html: await response.text() };
}

/** The page's answer to a request. */
export async function pageFor(request: Request, token: string): Promise<Response> {
  const { app } = await import("~/app.server");
  const route = await import("~/routes/proxy.invitation.$token");
  const args = { request, params: { token }, context: { app } };
  return request.method === "GET" || request.method === "HEAD" ? route.loader(args) : route.action(args);
}

/** The page's address as Shopify asks the app for it, signed. */
export function addressOf(token: string, visit: Visit = {}): string {
  const { shop = DEMO, secret = application.apiSecret } = visit;
  const parameters = {
    shop,
    logged_in_customer_id: "",
    path_prefix: "/apps/backroom",
    timestamp: String(visit.timestamp ?? Math.floor(Date.now() / 1000)),
  };
  const query = new URLSearchParams({ ...parameters, signature: signProxyParameters(parameters, secret) });
  visit.alter?.(query);
  return `/proxy/invitation/${encodeURIComponent(token)}/?${query}`;
}

/** The secret part of the address in the latest mail of an invitation. */
export async function tokenOfLatest({ id, shop }: Pick<Invitation, "id" | "shop">): Promise<string> {
  const [{ database }, { tokenOf }] = await Promise.all([
    import("~/platform/db/pool.server"),
    import("~/platform/personal-link.server"),
  ]);
  const { rows } = await database().query<{ link_id: string }>(
    "SELECT link_id FROM mails JOIN invitations ON mail_id = mails.id AND mails.shop = invitations.shop WHERE invitations.id = $1",
    [id],
  );
  return tokenOf(shop, rows[0]?.link_id ?? "");
}

/** The state of an invitation. */
export const stateOf = async ({ id }: Pick<Invitation, "id">) => (await invitationNow(id)).state;
