import type { HeadersFunction } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import type { Texts } from "~/core/answer-call.server";
import { callsAction } from "~/core/authorize.server";
import type { ContractsOf } from "~/core/function-entry";
import { noteCall, notePages } from "~/domain/notes/pages";
import { keepWhenOffline } from "~/ui/keep-when-offline";

const texts: Texts<ContractsOf<typeof notePages>> = {
  "notes.add": () => "Note added.",
  "notes.change": () => "Note saved.",
  "notes.remove": (_note, { id }) => ({
    text: "Note deleted.",
    undo: { label: "Undo", call: noteCall("notes.restore", { id }) },
  }),
  "notes.restore": () => "Note restored.",
};

/** Where the notes on a person's card post to. */
export const action = callsAction(notePages, texts);

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const headers: HeadersFunction = (args) => boundary.headers(args);
