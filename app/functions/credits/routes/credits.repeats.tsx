import type { ActionFunctionArgs, HeadersFunction } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { z } from "zod";
import { authorize } from "~/core/authorize.server";
import { withPermission } from "~/core/function-entry";
import { readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { creditsFunction } from "../function";

/** Saves for how many days a repeated credit is asked about. */
export const action = (args: ActionFunctionArgs) =>
  authorize(args, withPermission(creditsFunction, "owner"), async ({ calls }): Promise<ActionAnswer> => {
    const { days } = readForm(await args.request.formData(), z.object({ days: z.coerce.number() }));
    const { msg } = await calls.credits.saveRepeatDays({ days });
    return { notice: { level: "success", text: msg } };
  });

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);
