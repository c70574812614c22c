import type { ActionFunctionArgs, HeadersFunction } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { z } from "zod";
import { authorize } from "~/core/authorize.server";
import { withPermission } from "~/core/function-entry";
import { isDaysBefore, MAX_DAYS_BEFORE } from "~/domain/ledger/settings";
import { jsonField, readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { creditsFunction } from "../function";
import { shownReminders } from "../schemas";

const form = z.object({
  isOn: z.literal("on").optional(),
  daysBefore: z
    .string()
    .refine(isDaysBefore, `Enter a number of days from 1 to ${MAX_DAYS_BEFORE}.`)
    .transform(Number),
  seen: jsonField(shownReminders),
});

/** Saves the owner's settings for reminders of expiring credit. */
export const action = (args: ActionFunctionArgs) =>
  authorize(args, withPermission(creditsFunction, "owner"), async ({ calls }): Promise<ActionAnswer> => {
    const { isOn, daysBefore, seen } = readForm(await args.request.formData(), form);
    const { msg } = await calls.credits.saveReminders({ isOn: isOn === "on", daysBefore, seen });
    return { notice: { level: "success", text: msg } };
  });

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);
