import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { boundary } from "@shopify/shopify-app-remix/server";
import { REGISTRATION_FLAGS } from "~/domain/registrations/status";
import { asStaff } from "~/door.server";

/** The texts for rejections and questions, for the dialogs of a screen that decides. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  asStaff({ request }, REGISTRATION_FLAGS, ({ backend }) => backend.reasons.read());

export const headers: HeadersFunction = (args) => boundary.headers(args);
