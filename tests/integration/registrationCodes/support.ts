import { application } from "../../../local-store/config.ts";
import { signProxyParameters } from "../../../local-store/storefront/sign-proxy-parameters.ts";
import { hiddenFields } from "../../support/hidden-fields.ts";
import { DEMO } from "../../support/test-shop.ts";

/** What a visitor enters on the public page. */
export const applicant = (code: string, email: string, more: Record<string, string> = {}) => ({
  code,
  kind: "student",
  firstName: "Ana",
  lastName: "Martin",
  email,
  ...more,
});

interface Visit {
  shop?: string;
  /** Another secret than the app's makes a forged request. */
  secret?: string;
  /** Of the page's address. */
  code?: string;
}

interface Visited {
  status: number;
  html: string;
}

/** A visitor's request as Shopify's app proxy hands it on. */
function proxied(
  path: string,
  form: Record<string, string> | undefined,
  { shop = DEMO, secret = application.apiSecret, code }: Visit,
): Request {
  const parameters = {
    ...(code && { code }),
    shop,
    logged_in_customer_id: "",
    path_prefix: "/apps/backroom",
    timestamp: String(Math.floor(Date.now() / 1000)),
  };
  const query = new URLSearchParams({ ...parameters, signature: signProxyParameters(parameters, secret) });
  return new Request(`http://localhost:3000/proxy/${path}/?${query}`, {
    method: form ? "POST" : "GET",
    body: form && new URLSearchParams(form),
  });
}

/** Visits the public page. With a form, it requests a registration. */
export async function visit(form?: Record<string, string>, options: Visit = {}): Promise<Visited> {
  const { app } = await import("~/app.server");
  const route = await import("~/routes/proxy.registration");
  const args = { request: proxied("registration", form, options), params: {}, context: { app } };
  const response = await (form ? route.action(args) : route.loader(args));
  return { status: response.status, html: await response.text() };
}

/** Opens the link of an email. With `confirms`, also selects the button of its page, or of a page that was `opened` earlier. */
export async function visitLink(
  token: string,
  { confirms = false, opened, ...options }: Visit & { confirms?: boolean; opened?: Visited } = {},
): Promise<Visited> {
  const { app } = await import("~/app.server");
  const route = await import("~/routes/proxy.registration_.confirm.$token");
  const shown = confirms ? (opened ?? (await visitLink(token, options))) : undefined;
  const form = shown && hiddenFields(shown.html);
  const request = proxied(`registration/confirm/${token}`, form, options);
  const args = { request, params: { token }, context: { app } };
  const response = await (form ? route.action(args) : route.loader(args));
  return { status: response.status, html: await response.text() };
}

/** The secret part of the link in each email that an address got, oldest first. */
export async function tokensFor(email: string): Promise<string[]> {
  const [{ database }, { tokenOf }] = await Promise.all([
    import("~/platform/db/pool.server"),
    import("~/platform/personal-link.server"),
  ]);
  const { rows } = await database().query<{ link_id: string }>(
    "SELECT link_id FROM mails WHERE shop = $1 AND lower(to_email) = lower($2) AND text_id = 'code.confirm' ORDER BY created_at",
    [DEMO, email],
  );
  return rows.map((row) => tokenOf(DEMO, row.link_id));
}

/** Requests a registration and confirms it by the email's link. @returns the page after the last step that there was */
export async function register(form: ReturnType<typeof applicant>): Promise<Visited> {
  const requested = await visit(form);
  const token = (await tokensFor(form.email)).at(-1);
  return requested.status === 200 && token ? visitLink(token, { confirms: true }) : requested;
}
