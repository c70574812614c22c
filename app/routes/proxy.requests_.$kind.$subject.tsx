import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { readUpload } from "~/core/attachments/read-upload.server";
import { FILE_FIELD } from "~/core/requests/answer-request.server";
import { REQUEST_UPLOAD } from "~/core/requests/limits";
import { ownRequestPage, postedOwnRequestPage } from "~/core/requests/pages.server";
import { requireProxyVisitor } from "~/require-proxy-visitor.server";

/** A request of the customer who is signed in. Its address in the shop is `/apps/backroom/requests/{kind}/{id}/`. */
export const loader = (args: LoaderFunctionArgs) =>
  requireProxyVisitor(args, (shop, visitor) =>
    ownRequestPage(args.context.app.declarations.requests, shop, visitor, args.params),
  );

/** Takes an answer, or a button of the page. */
export const action = (args: ActionFunctionArgs) =>
  requireProxyVisitor(args, async (shop, visitor) =>
    postedOwnRequestPage(
      args.context.app.declarations.requests,
      shop,
      visitor,
      args.params,
      await readUpload(args.request, REQUEST_UPLOAD, FILE_FIELD),
    ),
  );
