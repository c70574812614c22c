import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { boundary } from "@shopify/shopify-app-remix/server";
import { attachmentPages } from "~/core/attachments/pages";
import { authorizeForScript } from "~/core/authorize.server";

/** A person uploaded the content, so browsers must save it and never display or run it by this address. */
const SAVED_ONLY = {
  "content-type": "application/octet-stream",
  "content-disposition": "attachment",
  "content-security-policy": "sandbox; default-src 'none'",
  "x-content-type-options": "nosniff",
};

/** An attachment's bytes or its thumbnail, for scripts of pages. The call checks the attachment's own permission. */
export const loader = (args: LoaderFunctionArgs) =>
  authorizeForScript(args, attachmentPages, async ({ calls }) => {
    const { id = "", variant } = args.params;
    const bytes = await calls.attachments.bytes({ id, variant: variant === "thumbnail" ? variant : "file" });
    return new Response(bytes, { headers: SAVED_ONLY });
  });

export const headers: HeadersFunction = (args) => boundary.headers(args);
