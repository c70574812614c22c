import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorizeForScript } from "~/core/authorize.server";
import { filePages } from "~/core/files/pages";

/** What a file is called and how large it is; the call checks the file's own flag. */
export const loader = (args: LoaderFunctionArgs) =>
  authorizeForScript(args, filePages, async ({ calls }) =>
    Response.json(await calls.files.detail({ id: args.params.id ?? "" })),
  );

export const headers: HeadersFunction = (args) => boundary.headers(args);
