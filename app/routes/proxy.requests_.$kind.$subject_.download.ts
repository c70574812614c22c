import type { LoaderFunctionArgs } from "@remix-run/node";
import { ownRequestDownload } from "~/core/requests/pages.server";
import { requireProxyVisitor } from "~/require-proxy-visitor.server";

/** The file of a request of the customer who is signed in. */
export const loader = (args: LoaderFunctionArgs) =>
  requireProxyVisitor(args, (shop, visitor) =>
    ownRequestDownload(args.context.app.declarations.requests, shop, visitor, args.params),
  );
