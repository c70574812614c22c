import type { ActionFunctionArgs, HeadersFunction } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { z } from "zod";
import { asStaff } from "~/door.server";
import { readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import { keepWhenOffline } from "~/ui/keep-when-offline";

const agoraForm = z.object({ base_url: z.string(), key: z.string() });

/** Where the Agora card of the Settings page posts to. */
export const action = (args: ActionFunctionArgs) =>
  asStaff(args, "owner", async ({ backend }): Promise<ActionAnswer> => {
    const form = readForm(await args.request.formData(), agoraForm);
    const { changed, base_url } = await backend.agora.saveSettings(form);
    if (!changed)
      return { notice: { level: "info", text: "Nothing to save: the settings are like that already." } };
    const text = base_url
      ? "Saved. Approved people can now be synced to Agora."
      : "Saved. Agora is not used any more, and its key is forgotten.";
    return { notice: { level: "success", text } };
  });

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const headers: HeadersFunction = (args) => boundary.headers(args);
