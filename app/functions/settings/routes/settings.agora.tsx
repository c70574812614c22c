import type { ActionFunctionArgs, HeadersFunction } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { z } from "zod";
import { authorize } from "~/core/authorize.server";
import { readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import { keepWhenOffline } from "~/ui/keep-when-offline";
import { settingsFunction } from "../function";

const agoraForm = z.object({ base_url: z.string(), key: z.string() });

/** The action of the Agora card on the Settings page. */
export const action = (args: ActionFunctionArgs) =>
  authorize(args, settingsFunction, async ({ calls }): Promise<ActionAnswer> => {
    const form = readForm(await args.request.formData(), agoraForm);
    const { changed, base_url } = await calls.agora.saveSettings(form);
    if (!changed) return { notice: { level: "info", text: "Nothing changed." } };
    const text = base_url
      ? "Saved. Approved customers can now be synced to Agora."
      : "Saved. Agora is turned off, and its key was deleted.";
    return { notice: { level: "success", text } };
  });

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const headers: HeadersFunction = (args) => boundary.headers(args);
