import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { shopify } from "~/platform/auth/shopify.server";
import { withoutInvalidToken } from "~/platform/auth/without-invalid-token.server";

/** The paths of Shopify's authentication. A person who opens its log-in page directly has no session. */
export async function loader({ request }: LoaderFunctionArgs) {
  if (new URL(request.url).pathname === "/auth/login") throw redirect("/unauthorized");
  await shopify.authenticate.admin((await withoutInvalidToken(request)).request);
  return null;
}
