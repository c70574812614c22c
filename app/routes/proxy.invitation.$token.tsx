import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { acceptedPage, invitationPage } from "~/domain/invitations/accept/pages.server";
import { postedForm, requireProxyVisitor } from "~/require-proxy-visitor.server";

/** The public page of an invitation; its address in the shop is `/apps/backroom/invitation/{token}/`. */
export const loader = (args: LoaderFunctionArgs) =>
  requireProxyVisitor(args, (shop) => invitationPage(shop, args.params.token ?? ""));

export const action = (args: ActionFunctionArgs) =>
  requireProxyVisitor(args, async (shop) =>
    acceptedPage(shop, args.params.token ?? "", await postedForm(args.request)),
  );
