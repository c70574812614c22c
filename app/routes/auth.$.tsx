import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { shopify } from "~/platform/auth/shopify.server";

/** The addresses that Shopify's authentication itself uses; somebody who comes to its log-in page by hand has no session. */
export async function loader({ request }: LoaderFunctionArgs) {
  if (new URL(request.url).pathname === "/auth/login") throw redirect("/unauthorized");
  await shopify.authenticate.admin(request);
  return null;
}
