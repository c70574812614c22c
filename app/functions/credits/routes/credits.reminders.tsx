import type { ActionFunctionArgs, HeadersFunction } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { z } from "zod";
import { isDaysBefore, MOST_DAYS_BEFORE } from "~/domain/ledger/reminders/settings";
import { asStaff } from "~/door.server";
import { readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";

const form = z.object({
  isOn: z.literal("on").optional(),
  daysBefore: z
    .string()
    .refine(isDaysBefore, `A number of days from 1 to ${MOST_DAYS_BEFORE}.`)
    .transform(Number),
});

/** Saves whether, and how long before, customers are told that credit of theirs runs out. */
export const action = (args: ActionFunctionArgs) =>
  asStaff(args, "owner", async ({ backend }): Promise<ActionAnswer> => {
    const { isOn, daysBefore } = readForm(await args.request.formData(), form);
    const { msg } = await backend.credits.saveReminders({ isOn: isOn === "on", daysBefore });
    return { notice: { level: "success", text: msg } };
  });

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);
