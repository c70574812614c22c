import type { ActionFunctionArgs, HeadersFunction } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { z } from "zod";
import { authorize } from "~/core/authorize.server";
import { readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import { keepWhenOffline } from "~/ui/keep-when-offline";
import { settingsFunction } from "../function";

const salsifyForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("save"),
    base_url: z.string(),
    organization: z.string(),
    skuProperty: z.string(),
    mediaProperties: z.string(),
    token: z.string(),
  }),
  z.object({ intent: z.literal("test") }),
]);

/** The action of the Salsify card on the Settings page. */
export const action = (args: ActionFunctionArgs) =>
  authorize(args, settingsFunction, async ({ calls }): Promise<ActionAnswer> => {
    const form = readForm(await args.request.formData(), salsifyForm);
    if (form.intent === "test") {
      const { msg } = await calls.salsify.testConnection();
      return { notice: { level: "success", text: msg } };
    }
    const { changed, base_url } = await calls.salsify.saveSettings(form);
    if (!changed) return { notice: { level: "info", text: "Nothing changed." } };
    const text = base_url
      ? "Saved. Test the connection, then start a sync under Product Media."
      : "Saved. Salsify is turned off, and its token was deleted.";
    return { notice: { level: "success", text } };
  });

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const headers: HeadersFunction = (args) => boundary.headers(args);
