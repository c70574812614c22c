import type { HeadersFunction } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import type { Texts } from "~/core/answer-call.server";
import { callsAction } from "~/core/authorize.server";
import type { ContractsOf } from "~/core/function-entry";
import { viewPages } from "~/core/views/pages";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";

const texts: Texts<ContractsOf<typeof viewPages>> = {
  "views.save": ({ name }) => `Saved the view "${name}".`,
  "views.rename": ({ name }) => `The view is now called "${name}".`,
  "views.remove": ({ name }) => `Deleted the view "${name}".`,
};

/** Where every list's menu of saved views posts to; the pages read the views with their own data. */
export const action = callsAction(viewPages, texts);

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);
