import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorizeForScript, SAVED_ONLY } from "~/core/authorize.server";
import { filePages } from "~/core/files/pages";

/** A part of a file's bytes. Parts, so that neither side holds a whole file back, and a lost connection costs one of them. */
export const loader = (args: LoaderFunctionArgs) =>
  authorizeForScript(args, filePages, async ({ calls }) => {
    const { id = "", position } = args.params;
    const part = await calls.files.part({ id, position: Number(position) });
    return new Response(part, { headers: SAVED_ONLY });
  });

export const headers: HeadersFunction = (args) => boundary.headers(args);
