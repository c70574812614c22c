import type { ActionFunctionArgs, HeadersFunction } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { CUSTOMER_FLAGS } from "~/domain/customers/kinds";
import { answerNoteForm } from "~/domain/notes/form.server";
import { asStaff } from "~/door.server";
import { keepWhenOffline } from "~/ui/keep-when-offline";

/** Where the notes on a person's card post to. */
export const action = (args: ActionFunctionArgs) =>
  asStaff(args, CUSTOMER_FLAGS, async ({ backend }) =>
    answerNoteForm(backend.notes, args.params.id ?? "", await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const headers: HeadersFunction = (args) => boundary.headers(args);
