import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { readUpload } from "~/core/attachments/read-upload.server";
import { promotionPage, submittedPage } from "~/domain/submissions/public/pages.server";
import { receiptAttachment } from "~/domain/submissions/receipt-attachment";
import { requireProxyVisitor } from "~/require-proxy-visitor.server";

/** The form of a promotion; its address in the shop is `/apps/backroom/promotion/{key}/`. */
export const loader = (args: LoaderFunctionArgs) =>
  requireProxyVisitor(args, (shop) => promotionPage(shop, args.params.key ?? ""));

export const action = (args: ActionFunctionArgs) =>
  requireProxyVisitor(args, async (shop, visitor) =>
    submittedPage(
      shop,
      visitor,
      args.params.key ?? "",
      await readUpload(args.request, receiptAttachment, "receipt"),
    ),
  );
