import type { ActionFunctionArgs, HeadersFunction } from "@remix-run/node";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { importPages } from "~/core/imports/pages";

/** Where the import wizard sends the rows of a file, slice by slice, as JSON. The call asks for the flag of the import's kind. */
export const action = (args: ActionFunctionArgs) =>
  authorize(args, importPages, async ({ calls }) =>
    Response.json(await calls.imports.send({ id: args.params.id ?? "", rows: await args.request.json() })),
  );

export const headers: HeadersFunction = (args) => boundary.headers(args);
