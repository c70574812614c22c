import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { giveawayPage, registeredPage } from "~/functions/giveaways/registrations/pages.server";
import { asVisitor, postedForm } from "~/visitor-door.server";

/** The public page of a giveaway, where one registers; its address in the shop is `/apps/backroom/giveaway/{key}/`. */
export const loader = (args: LoaderFunctionArgs) =>
  asVisitor(args, (shop) => giveawayPage(shop, args.params.key ?? ""));

export const action = (args: ActionFunctionArgs) =>
  asVisitor(args, async (shop) =>
    registeredPage(shop, args.params.key ?? "", await postedForm(args.request)),
  );
