import type { ActionFunctionArgs } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { authorize } from "~/core/authorize.server";
import type { ActionAnswer } from "~/platform/notice";
import { keepWhenOffline } from "~/ui/keep-when-offline";
import { priceLimitsIn } from "../form";
import { settingsFunction } from "../function";

/** The action of the card with the limits for scheduled prices on the Settings page. */
export const action = (args: ActionFunctionArgs) =>
  authorize(args, settingsFunction, async ({ calls }): Promise<ActionAnswer> => {
    const { changed, msg } = await calls.priceGuardRails.save(priceLimitsIn(await args.request.formData()));
    return { notice: { level: changed ? "success" : "info", text: msg } };
  });

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);
