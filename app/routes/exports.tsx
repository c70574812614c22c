import type { ActionFunctionArgs, HeadersFunction } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { answerExportForm } from "~/core/exports/answer-export-form.server";
import { exportPages } from "~/core/exports/pages";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";

/** The button Export Excel of every list posts here. The call checks the flag of that list. */
export const action = (args: ActionFunctionArgs) =>
  authorize(args, exportPages, async ({ calls, declarations }) =>
    answerExportForm(calls.exports, declarations, await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);
