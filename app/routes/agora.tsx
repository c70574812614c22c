import type { HeadersFunction } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { callsAction } from "~/core/authorize.server";
import { agoraPages } from "~/domain/agora/pages";
import { agoraTexts } from "~/domain/agora/texts.server";
import { keepWhenOffline } from "~/ui/keep-when-offline";

/** The action of the Sync buttons in all lists. The calls check the flag that each person needs. */
export const action = callsAction(agoraPages, agoraTexts);

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const headers: HeadersFunction = (args) => boundary.headers(args);
