import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { readUpload } from "~/core/attachments/read-upload.server";
import { replacedPage, statusPage } from "~/domain/submissions/public/pages.server";
import { receiptKind } from "~/domain/submissions/receipt-kind";
import { requireProxyVisitor } from "~/require-proxy-visitor.server";

/** The status of a submission; its address in the shop is `/apps/backroom/submission/{token}/`. */
export const loader = (args: LoaderFunctionArgs) =>
  requireProxyVisitor(args, (shop) => statusPage(shop, args.params.token ?? ""));

/** Replaces a receipt that can't be read. */
export const action = (args: ActionFunctionArgs) =>
  requireProxyVisitor(args, async (shop, visitor) =>
    replacedPage(
      shop,
      visitor,
      args.params.token ?? "",
      await readUpload(args.request, receiptKind, "receipt"),
    ),
  );
