import type { HeadersFunction } from "@remix-run/node";
import { boundary } from "@shopify/shopify-app-remix/server";
import { pageLoader } from "~/core/authorize.server";
import { registrationPages } from "~/domain/registrations/calls-of-pages";
import { refreshUnlessOffline } from "~/ui/keep-when-offline";

/** The texts for rejections and questions, for the dialogs of a screen that decides. */
export const loader = pageLoader(registrationPages, ({ calls }) => calls.reasons.read());

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);
