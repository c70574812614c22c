import { application } from "../../../local-store/config.ts";
import { signProxyParameters } from "../../../local-store/storefront/sign-proxy-parameters.ts";
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

/** Visits the public page, as Shopify's app proxy hands a visitor's request on; a form registers. */
export async function visit(
  form?: Record<string, string>,
  {
    shop = DEMO,
    secret = application.apiSecret,
    code,
  }: { shop?: string; secret?: string; code?: string } = {},
): Promise<{ status: number; html: string }> {
  const parameters = {
    ...(code && { code }),
    shop,
    logged_in_customer_id: "",
    path_prefix: "/apps/backroom",
    timestamp: String(Math.floor(Date.now() / 1000)),
  };
  const query = new URLSearchParams({ ...parameters, signature: signProxyParameters(parameters, secret) });
  const request = new Request(`http://localhost:3000/proxy/registration/?${query}`, {
    method: form ? "POST" : "GET",
    body: form && new URLSearchParams(form),
  });
  const { app } = await import("~/app.server");
  const route = await import("~/routes/proxy.registration");
  const args = { request, params: {}, context: { app } };
  const response = await (form ? route.action(args) : route.loader(args));
  return { status: response.status, html: await response.text() };
}
