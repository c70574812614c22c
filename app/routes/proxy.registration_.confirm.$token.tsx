import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { confirmedPage, confirmPage } from "~/domain/codes/register/pages.server";
import { postedForm, requireProxyVisitor } from "~/require-proxy-visitor.server";

/** Confirms a registration with a code; its address in the shop is `/apps/backroom/registration/confirm/{token}/`. */
export const loader = (args: LoaderFunctionArgs) =>
  requireProxyVisitor(args, (shop) => confirmPage(shop, args.params.token ?? ""));

export const action = (args: ActionFunctionArgs) =>
  requireProxyVisitor(args, async (shop) =>
    confirmedPage(shop, args.params.token ?? "", await postedForm(args.request)),
  );
