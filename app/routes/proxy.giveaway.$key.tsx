import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { giveawayPage, requestedPage } from "~/functions/giveaways/registrations/pages.server";
import { postedForm, requireProxyVisitor } from "~/require-proxy-visitor.server";

/** The public page of a giveaway, where one registers; its address in the shop is `/apps/backroom/giveaway/{key}/`. */
export const loader = (args: LoaderFunctionArgs) =>
  requireProxyVisitor(args, (shop) => giveawayPage(shop, args.params.key ?? ""));

export const action = (args: ActionFunctionArgs) =>
  requireProxyVisitor(args, async (shop, visitor) =>
    requestedPage(shop, visitor, args.params.key ?? "", await postedForm(args.request)),
  );
