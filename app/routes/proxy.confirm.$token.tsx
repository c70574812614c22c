import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { confirmationPage, confirmedPage } from "~/core/public-forms/pages.server";
import { postedForm, requireProxyVisitor } from "~/require-proxy-visitor.server";

/** Confirms what was entered with an email address. Its address in the shop is `/apps/backroom/confirm/{token}/`. */
export const loader = (args: LoaderFunctionArgs) =>
  requireProxyVisitor(args, (shop) => confirmationPage(shop, args.params.token ?? ""));

export const action = (args: ActionFunctionArgs) =>
  requireProxyVisitor(args, async (shop) =>
    confirmedPage(
      args.context.app.declarations.publicForms,
      shop,
      args.params.token ?? "",
      await postedForm(args.request),
    ),
  );
