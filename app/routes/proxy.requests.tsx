import type { LoaderFunctionArgs } from "@remix-run/node";
import { requestsPage } from "~/core/requests/pages.server";
import { requireProxyVisitor } from "~/require-proxy-visitor.server";

/** What the customer who is signed in to the store is asked, or waits for. Its address in the shop is `/apps/backroom/requests/`. */
export const loader = (args: LoaderFunctionArgs) =>
  requireProxyVisitor(args, (shop, visitor) =>
    requestsPage(args.context.app.declarations.requests, shop, visitor),
  );
