import type { LoaderFunctionArgs } from "@remix-run/node";
import { requestDownload } from "~/core/requests/pages.server";
import { requireProxyVisitor } from "~/require-proxy-visitor.server";

/** The file that a request's page links to. */
export const loader = (args: LoaderFunctionArgs) =>
  requireProxyVisitor(args, (shop) =>
    requestDownload(args.context.app.declarations.requests, shop, args.params.token ?? ""),
  );
