import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { confirmedPage, confirmPage } from "~/functions/giveaways/registrations/pages.server";
import { postedForm, requireProxyVisitor } from "~/require-proxy-visitor.server";

/** Confirms an entry in a giveaway; its address in the shop is `/apps/backroom/giveaway/confirm/{token}/`. */
export const loader = (args: LoaderFunctionArgs) =>
  requireProxyVisitor(args, (shop) => confirmPage(shop, args.params.token ?? ""));

export const action = (args: ActionFunctionArgs) =>
  requireProxyVisitor(args, async (shop) =>
    confirmedPage(shop, args.params.token ?? "", await postedForm(args.request)),
  );
