import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { returnWithToken, withPagePolicy } from "~/platform/auth/page-policy.server";
import { withoutInvalidToken } from "~/platform/auth/session-token.server";
import { shopify } from "~/platform/auth/shopify.server";

/** The paths of Shopify's authentication. A person who opens its log-in page directly has no session. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url);
  if (pathname === "/auth/login") throw redirect("/unauthorized");
  const returning = pathname === "/auth/session-token" ? returnWithToken(request) : null;
  if (returning) return returning;
  try {
    await shopify.authenticate.admin((await withoutInvalidToken(request)).request);
    return null;
  } catch (answer) {
    throw answer instanceof Response ? await withPagePolicy(answer, request.url) : answer;
  }
}
