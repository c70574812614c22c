import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { boundary } from "@shopify/shopify-app-remix/server";
import { asStaffForScript } from "~/door.server";

/** What a file is called and how large it is; the call checks the file's own flag. */
export const loader = (args: LoaderFunctionArgs) =>
  asStaffForScript(args, "signed-in", async ({ backend }) =>
    Response.json(await backend.files.detail({ id: args.params.id ?? "" })),
  );

export const headers: HeadersFunction = (args) => boundary.headers(args);
