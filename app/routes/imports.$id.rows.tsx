import type { ActionFunctionArgs, HeadersFunction } from "@remix-run/node";
import { boundary } from "@shopify/shopify-app-remix/server";
import { IMPORT_FLAGS } from "~/domain/imports/kinds";
import { asStaff } from "~/door.server";

/** Where the import wizard sends the rows of a file, slice by slice, as JSON. The call asks for the flag of the import's kind. */
export const action = (args: ActionFunctionArgs) =>
  asStaff(args, IMPORT_FLAGS, async ({ backend }) =>
    Response.json(await backend.imports.send({ id: args.params.id ?? "", rows: await args.request.json() })),
  );

export const headers: HeadersFunction = (args) => boundary.headers(args);
