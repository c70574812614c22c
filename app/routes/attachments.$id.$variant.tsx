import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { boundary } from "@shopify/shopify-app-remix/server";
import { attachmentPages } from "~/core/attachments/pages";
import { authorizeForScript, SAVED_ONLY } from "~/core/authorize.server";

/** An attachment's bytes or its thumbnail, for scripts of pages. The call checks the attachment's own permission. */
export const loader = (args: LoaderFunctionArgs) =>
  authorizeForScript(args, attachmentPages, async ({ calls }) => {
    const { id = "", variant } = args.params;
    const bytes = await calls.attachments.bytes({ id, variant: variant === "thumbnail" ? variant : "file" });
    return new Response(bytes, { headers: SAVED_ONLY });
  });

export const headers: HeadersFunction = (args) => boundary.headers(args);
