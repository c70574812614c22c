import { randomUUID } from "node:crypto";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { readCustomerEmail } from "~/domain/customers/read-tags.server";
import { isSignedByAppProxy, PROXY_CUSTOMER } from "~/platform/auth/shopify-api.server";
import type { Visitor } from "./core/public-forms/submit-entry.server";
import { VISITOR_HEADER } from "./core/public-page";
import { findShop, hasClassicAccounts, type Shop } from "./platform/auth/shops.server";
import { isShopDomain } from "./platform/db/with-shop.server";
import { withDeadline } from "./platform/deadline.server";
import { badRequest, refusalFor } from "./platform/errors";
import { log } from "./platform/log.server";
import { storefrontUrl } from "./platform/personal-link.server";
import { STOREFRONT_STYLE, StorefrontPage } from "./ui/storefront/StorefrontPage";

/** What a public page answers. */
export interface VisitorAnswer {
  page: ReactElement;
  /** 200 when absent. */
  status?: number;
}

/**
 * Opens a public page: Shopify's library checks that Shopify's app proxy signed the request, the shop is read from the signed
 * part, and only a shop that has the app installed gets an answer. The visitor isn't signed in to the app, so what they may do follows
 * from the secret in the address, and from the customer that Shopify's signature names.
 *
 * The page goes out as `application/liquid`: Shopify puts it into the shop's own layout. The address is a secret, so the page
 * isn't cached, isn't indexed by search engines, and doesn't reach the next page as a referrer.
 *
 * @param work answers a page, or a file as a response of its own
 */
export async function requireProxyVisitor(
  { request }: { request: Request },
  work: (shop: Shop, visitor: Visitor) => Promise<VisitorAnswer | Response>,
): Promise<Response> {
  try {
    const { searchParams } = new URL(request.url);
    const domain = searchParams.get("shop") ?? "";
    if (!isShopDomain(domain) || !(await isSignedByAppProxy(searchParams)))
      return new Response("This address works in the store only.", {
        status: 400,
        headers: { ...HEADERS, "Content-Type": "text/plain" },
      });
    const shop = await findShop(domain);
    if (!shop) return answered(NO_SUCH_PAGE);
    const customer = await signedInCustomer(shop.domain, searchParams);
    const sender = request.headers.get(VISITOR_HEADER) ?? undefined;
    const visitor = { customer, sender, signal: request.signal };
    return answered(await withDeadline(() => work(shop, visitor)), shop.domain);
  } catch (error) {
    const refusal = refusalFor(error);
    if (refusal) return answered(sentence("This didn't work", refusal.message, refusal.status));
    const reference = randomUUID().slice(0, 8);
    log.error({ reference, err: error }, "a public page failed unexpectedly");
    const text = `Something went wrong on our side, and nothing was lost. Please try again in a few minutes. Reference: ${reference}`;
    return answered(sentence("Something went wrong", text, 500));
  }
}

/**
 * The customer who is signed in to the store, as Shopify's signature names them. Not in a shop with classic accounts: there, anyone can open
 * an account with any address.
 */
async function signedInCustomer(shop: string, parameters: URLSearchParams): Promise<Visitor["customer"]> {
  const id = parameters.get(PROXY_CUSTOMER) ?? "";
  if (!/^\d{1,15}$/.test(id) || (await hasClassicAccounts(shop))) return null;
  const email = await readCustomerEmail(shop, Number(id));
  return email === null ? null : { id: Number(id), email };
}

/** The theme around the page has scripts of its own, so this does not say which may run. */
const HEADERS = {
  "Cache-Control": "private, no-store",
  "Content-Security-Policy": "base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex",
};

const sentence = (title: string, text: string, status: number): VisitorAnswer => ({
  page: (
    <StorefrontPage title={title}>
      <p>{text}</p>
    </StorefrontPage>
  ),
  status,
});

/** For an address that no page has. */
export const NO_SUCH_PAGE = sentence("Page not found", "This shop has no such page.", 404);

/** @throws a 400 refusal for what no form of ours sends */
export async function postedForm(request: Request): Promise<FormData> {
  if (request.method !== "POST") throw badRequest("This page takes its own form only.");
  return request.formData().catch(() => {
    throw badRequest("This page takes its own form only.");
  });
}

function answered(answer: VisitorAnswer | Response, shop?: string): Response {
  if (answer instanceof Response) return answer;
  const { page, status = 200 } = answer;
  const html = withoutLiquid(renderToStaticMarkup(page));
  // Without the domain: a shop has several, and a module of another one is refused.
  const script =
    shop && html.includes("<form")
      ? `<script type="module" src="${new URL(storefrontUrl(shop, "form")).pathname}"></script>`
      : "";
  const body = `<style>${STOREFRONT_STYLE}</style>${html}${script}`;
  return new Response(body, { status, headers: { ...HEADERS, "Content-Type": "application/liquid" } });
}

/** Shopify runs the text between {{ }} and {% %} as Liquid. A person's name must never be code. */
const withoutLiquid = (html: string): string => html.replaceAll("{", "&#123;").replaceAll("}", "&#125;");
