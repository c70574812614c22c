import type { ActionFunctionArgs, HeadersFunction } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { CUSTOMER_FLAGS } from "~/domain/customers/kinds";
import { answerExportForm } from "~/domain/exports/form.server";
import { asStaff } from "~/door.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";

/** Where every list's Export Excel asks; the call checks the flag of that list. */
export const action = (args: ActionFunctionArgs) =>
  asStaff(args, CUSTOMER_FLAGS, async ({ backend }) =>
    answerExportForm(backend.exports, await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);
