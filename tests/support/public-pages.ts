import { application } from "../../local-store/config.ts";
import {
  type ProxyParameters,
  signProxyParameters,
} from "../../local-store/storefront/sign-proxy-parameters.ts";
import { DEMO } from "./test-shop.ts";

/** How a visitor opens a public page. */
export interface Visit {
  shop?: string;
  /** Another secret than the app's makes a forged request. */
  secret?: string;
  /** Parameters of the page's own address. */
  parameters?: Record<string, string>;
  /** The customer who is signed in to the store. */
  customerId?: number;
  /** A customer in the visitor's own address, before Shopify's parameter. */
  namedId?: number;
}

export interface Visited {
  status: number;
  html: string;
}

/** A visitor's request as Shopify's app proxy hands it on. With a form, it is a post. */
export function proxied(
  path: string,
  form?: Record<string, string> | FormData,
  { shop = DEMO, secret = application.apiSecret, parameters = {}, customerId, namedId }: Visit = {},
): Request {
  const signedIn = customerId === undefined ? "" : String(customerId);
  const signed: ProxyParameters = {
    ...parameters,
    shop,
    logged_in_customer_id: namedId === undefined ? signedIn : [String(namedId), signedIn],
    path_prefix: "/apps/backroom",
    timestamp: String(Math.floor(Date.now() / 1000)),
  };
  const query = new URLSearchParams({ signature: signProxyParameters(signed, secret) });
  for (const [name, value] of Object.entries(signed))
    for (const each of [value].flat()) query.append(name, each);
  const body = form instanceof FormData ? form : form && new URLSearchParams(form);
  return new Request(`http://localhost:3000/proxy/${path}/?${query}`, {
    method: body ? "POST" : "GET",
    body,
  });
}

/** The secret part of the link in each confirmation email that a mailbox got, oldest first. */
export async function tokensFor(email: string, shop = DEMO): Promise<string[]> {
  const [{ database }, { tokenOf }] = await Promise.all([
    import("~/platform/db/pool.server"),
    import("~/platform/personal-link.server"),
  ]);
  const { rows } = await database().query<{ link_id: string }>(
    "SELECT link_id FROM mails WHERE shop = $1 AND fold_mailbox(to_email) = fold_mailbox($2) AND text_id = 'public.confirm' ORDER BY created_at",
    [shop, email],
  );
  return rows.map((row) => tokenOf(shop, row.link_id));
}

/** Opens the link of a confirmation email. With a form, posts it. */
export async function visitConfirmation(
  token: string,
  form?: Record<string, string>,
  options?: Visit,
): Promise<Visited> {
  const { app } = await import("~/app.server");
  const route = await import("~/routes/proxy.confirm.$token");
  const args = { request: proxied(`confirm/${token}`, form, options), params: { token }, context: { app } };
  const response = await (form ? route.action(args) : route.loader(args));
  return { status: response.status, html: await response.text() };
}

/** The entries that a confirmation page offers to confirm, oldest first. */
export const waitingIn = (html: string): string[] =>
  Array.from(
    html.matchAll(/<section class="backroom-entry">.*?<\/section>/gs),
    ([section]) => /name="entry" value="([^"]+)"/.exec(section)?.[1] ?? [],
  ).flat();

/** Confirms the entry of a link that was entered last. @returns the page: of several entries, only the confirmed one */
export async function confirmLast(
  token: string,
  { opened, ...options }: Visit & { opened?: Visited } = {},
): Promise<Visited> {
  const shown = opened ?? (await visitConfirmation(token, undefined, options));
  const entry = waitingIn(shown.html).at(-1);
  if (!entry) return shown;
  const place = sectionsOf(shown.html).findIndex((section) => section.includes(entry));
  const { status, html } = await visitConfirmation(token, { entry, decision: "confirm" }, options);
  const section = sectionsOf(html)[place];
  // One that still waits says nothing about what happened.
  return { status, html: section && !section.includes('name="entry"') ? section : html };
}

const sectionsOf = (html: string): string[] =>
  Array.from(html.matchAll(/<section class="backroom-entry">.*?<\/section>/gs), ([section]) => section);

/** Confirms what was entered last for an address, by its newest email. */
export async function confirmFor(email: string, options: Visit = {}): Promise<Visited> {
  const token = (await tokensFor(email, options.shop)).at(-1);
  if (!token) throw new Error(`${email} got no confirmation email.`);
  return confirmLast(token, options);
}

/** The secret part of the link in each email of a text that an address got, oldest first. */
export async function linksOf(textId: string, email: string, shop = DEMO): Promise<string[]> {
  const [{ database }, { tokenOf }] = await Promise.all([
    import("~/platform/db/pool.server"),
    import("~/platform/personal-link.server"),
  ]);
  const { rows } = await database().query<{ link_id: string }>(
    "SELECT link_id FROM mails WHERE shop = $1 AND to_email = $2 AND text_id = $3 ORDER BY created_at, id",
    [shop, email, textId],
  );
  return rows.map((row) => tokenOf(shop, row.link_id));
}

/** Opens the page of a request by its link. With fields or a file, posts its form. */
export async function visitRequest(
  token: string,
  posted?: { fields?: Record<string, string>; file?: Buffer },
  options?: Visit,
): Promise<Visited> {
  const { app } = await import("~/app.server");
  const route = await import("~/routes/proxy.request.$token");
  const form = posted && new FormData();
  for (const [name, value] of Object.entries(posted?.fields ?? {})) form?.set(name, value);
  if (posted?.file) form?.set("file", new File([new Uint8Array(posted.file)], "answer.jpg"));
  const args = { request: proxied(`request/${token}`, form, options), params: { token }, context: { app } };
  const response = await (form ? route.action(args) : route.loader(args));
  return { status: response.status, html: await response.text() };
}

/** Downloads the file of a request's page. */
export async function downloadRequest(token: string): Promise<Response> {
  const { app } = await import("~/app.server");
  const { loader } = await import("~/routes/proxy.request.$token_.download");
  return loader({ request: proxied(`request/${token}/download`), params: { token }, context: { app } });
}

/** Downloads the file of one of a signed-in customer's requests. */
export async function downloadOwnRequest(
  options: Visit,
  address: { kind: string; subject: string },
): Promise<Response> {
  const { app } = await import("~/app.server");
  const { loader } = await import("~/routes/proxy.requests_.$kind.$subject_.download");
  const request = proxied(`requests/${address.kind}/${address.subject}/download`, undefined, options);
  return loader({ request, params: { ...address }, context: { app } });
}

/** Opens the list of a signed-in customer's requests, or one of them. */
export async function visitOwnRequests(
  options: Visit,
  address?: { kind: string; subject: string },
  fields?: Record<string, string>,
): Promise<Visited> {
  const { app } = await import("~/app.server");
  const context = { app };
  const form = fields && new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) form?.set(name, value);
  const path = address ? `requests/${address.kind}/${address.subject}` : "requests";
  const args = { request: proxied(path, form, options), params: { ...address }, context };
  if (!address) {
    const { loader } = await import("~/routes/proxy.requests");
    const response = await loader(args);
    return { status: response.status, html: await response.text() };
  }
  const route = await import("~/routes/proxy.requests_.$kind.$subject");
  const response = await (form ? route.action(args) : route.loader(args));
  return { status: response.status, html: await response.text() };
}
