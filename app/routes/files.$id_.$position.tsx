import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorizeForScript } from "~/core/authorize.server";
import { filePages } from "~/core/files/pages";

/** The content may come from another person, so browsers must save it and never display or run it. */
const SAVED_ONLY = {
  "content-type": "application/octet-stream",
  "content-disposition": "attachment",
  "content-security-policy": "sandbox; default-src 'none'",
  "x-content-type-options": "nosniff",
};

/** A part of a file's bytes. Parts, so that neither side holds a whole file back, and a lost connection costs one of them. */
export const loader = (args: LoaderFunctionArgs) =>
  authorizeForScript(args, filePages, async ({ calls }) => {
    const { id = "", position } = args.params;
    const part = await calls.files.part({ id, position: Number(position) });
    return new Response(part, { headers: SAVED_ONLY });
  });

export const headers: HeadersFunction = (args) => boundary.headers(args);
