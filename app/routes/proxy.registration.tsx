import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { codePage, requestedPage } from "~/domain/codes/register/pages.server";
import { postedForm, requireProxyVisitor } from "~/require-proxy-visitor.server";

/** The public page for registering with a code; its address in the shop is `/apps/backroom/registration/?code={code}`. */
export const loader = (args: LoaderFunctionArgs) =>
  requireProxyVisitor(args, async (shop) =>
    codePage(shop, new URL(args.request.url).searchParams.get("code") ?? ""),
  );

export const action = (args: ActionFunctionArgs) =>
  requireProxyVisitor(args, async (shop, visitor) =>
    requestedPage(shop, visitor, await postedForm(args.request)),
  );
