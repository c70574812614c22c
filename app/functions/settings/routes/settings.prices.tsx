import type { ActionFunctionArgs, HeadersFunction } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { z } from "zod";
import { authorize } from "~/core/authorize.server";
import { readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import { keepWhenOffline } from "~/ui/keep-when-offline";
import { settingsFunction } from "../function";

const limitsForm = z.object({
  maxDropPercent: z.string(),
  minMarginPercent: z.string(),
  approvalAboveProducts: z.string(),
});

/** The action of the card with the limits for scheduled prices on the Settings page. */
export const action = (args: ActionFunctionArgs) =>
  authorize(args, settingsFunction, async ({ calls }): Promise<ActionAnswer> => {
    const { changed } = await calls.priceGuardRails.save(readForm(await args.request.formData(), limitsForm));
    return {
      notice: changed
        ? { level: "success", text: "Saved. The limits apply from now on." }
        : { level: "info", text: "Nothing changed." },
    };
  });

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const headers: HeadersFunction = (args) => boundary.headers(args);
