import type { ActionFunctionArgs, HeadersFunction } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { answerNoteForm } from "~/domain/notes/form.server";
import { notePages } from "~/domain/notes/pages";
import { keepWhenOffline } from "~/ui/keep-when-offline";

/** Where the notes on a person's card post to. */
export const action = (args: ActionFunctionArgs) =>
  authorize(args, notePages, async ({ calls }) =>
    answerNoteForm(calls.notes, args.params.id ?? "", await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const headers: HeadersFunction = (args) => boundary.headers(args);
