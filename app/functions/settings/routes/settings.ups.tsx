import type { ActionFunctionArgs, HeadersFunction } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { z } from "zod";
import { authorize } from "~/core/authorize.server";
import { readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import { keepWhenOffline } from "~/ui/keep-when-offline";
import { settingsFunction } from "../function";

const upsForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("save"),
    base_url: z.string(),
    accountNumber: z.string(),
    clientId: z.string(),
    clientSecret: z.string(),
    service: z.string(),
    packaging: z.string(),
    returnName: z.string(),
    returnAddress: z.string(),
    returnCity: z.string(),
    returnState: z.string(),
    returnZip: z.string(),
    returnPhone: z.string(),
  }),
  z.object({ intent: z.literal("test") }),
]);

/** The action of the UPS card on the Settings page. */
export const action = (args: ActionFunctionArgs) =>
  authorize(args, settingsFunction, async ({ calls }): Promise<ActionAnswer> => {
    const form = readForm(await args.request.formData(), upsForm);
    if (form.intent === "test") {
      const { msg } = await calls.ups.testConnection();
      return { notice: { level: "success", text: msg } };
    }
    const { intent: _, ...settings } = form;
    const { changed, base_url } = await calls.ups.saveSettings(settings);
    if (!changed) return { notice: { level: "info", text: "Nothing changed." } };
    const text = base_url
      ? "Saved. Returns can now be created with labels of UPS."
      : "Saved. UPS is turned off, and its client secret was deleted.";
    return { notice: { level: "success", text } };
  });

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const headers: HeadersFunction = (args) => boundary.headers(args);
