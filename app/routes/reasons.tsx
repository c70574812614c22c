import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { registrationPages } from "~/domain/registrations/calls-of-pages";
import { refreshUnlessOffline } from "~/ui/keep-when-offline";

/** The texts for rejections and questions, for the dialogs of a screen that decides. */
export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, registrationPages, ({ calls }) => calls.reasons.read());

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);
