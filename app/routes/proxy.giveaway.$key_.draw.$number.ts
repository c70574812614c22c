import type { LoaderFunctionArgs } from "@remix-run/node";
import { publicDrawFile } from "~/functions/giveaways/registrations/public-draw-file.server";
import { requireProxyVisitor } from "~/require-proxy-visitor.server";

/** The file of a draw: its seed and its entries, for anyone. */
export const loader = (args: LoaderFunctionArgs) =>
  requireProxyVisitor(args, (shop) => publicDrawFile(shop, args.params.key ?? "", args.params.number ?? ""));
