import type { LoaderFunctionArgs } from "@remix-run/node";
import { statusPage } from "~/domain/submissions/public/pages.server";
import { requireProxyVisitor } from "~/require-proxy-visitor.server";

/** The status of a submission; its address in the shop is `/apps/backroom/submission/{token}/`. */
export const loader = (args: LoaderFunctionArgs) =>
  requireProxyVisitor(args, (shop) => statusPage(shop, args.params.token ?? ""));
