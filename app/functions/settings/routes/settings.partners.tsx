import type { ActionFunctionArgs } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { authorize } from "~/core/authorize.server";
import type { ActionAnswer } from "~/platform/notice";
import { keepWhenOffline } from "~/ui/keep-when-offline";
import { partnersIn } from "../form";
import { settingsFunction } from "../function";

/** The action of the card Partners on the Settings page. */
export const action = (args: ActionFunctionArgs) =>
  authorize(args, settingsFunction, async ({ calls }): Promise<ActionAnswer> => {
    const { changed, list } = await calls.partners.save(partnersIn(await args.request.formData()));
    if (!changed) return { notice: { level: "info", text: "Nothing changed." } };
    const text = `Saved. There ${list.length === 1 ? "is 1 partner" : `are ${list.length} partners`}.`;
    return { notice: { level: "success", text } };
  });

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);
