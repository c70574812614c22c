import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { readUpload } from "~/core/attachments/read-upload.server";
import { FILE_FIELD } from "~/core/requests/answer-request.server";
import { REQUEST_UPLOAD } from "~/core/requests/limits";
import { postedRequestPage, requestPage } from "~/core/requests/pages.server";
import { requireProxyVisitor } from "~/require-proxy-visitor.server";

/** What a customer is asked, or waits for. Its address in the shop is `/apps/backroom/request/{token}/`. */
export const loader = (args: LoaderFunctionArgs) =>
  requireProxyVisitor(args, (shop) =>
    requestPage(args.context.app.declarations.requests, shop, args.params.token ?? ""),
  );

/** Takes an answer, a button of the page, or the wish for a new link. */
export const action = (args: ActionFunctionArgs) =>
  requireProxyVisitor(args, async (shop, visitor) =>
    postedRequestPage(
      args.context.app.declarations.requests,
      shop,
      visitor,
      args.params.token ?? "",
      await readUpload(args.request, REQUEST_UPLOAD, FILE_FIELD),
    ),
  );
