import type { ActionFunctionArgs, HeadersFunction } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { answerSyncForm } from "~/domain/agora/form.server";
import { REGISTERED } from "~/domain/customers/kinds";
import { asStaff } from "~/door.server";
import { keepWhenOffline } from "~/ui/keep-when-offline";

const flags = REGISTERED.map(({ flag }) => flag);

/** Where the Sync buttons of every list post to; the calls check the flag that each person needs. */
export const action = (args: ActionFunctionArgs) =>
  asStaff(args, flags, async ({ backend }) => answerSyncForm(backend.agora, await args.request.formData()));

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const headers: HeadersFunction = (args) => boundary.headers(args);
