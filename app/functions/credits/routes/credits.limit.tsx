import type { ActionFunctionArgs, HeadersFunction } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { z } from "zod";
import { asStaff } from "~/door.server";
import { readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";

/** Saves above how much a request about credit needs a second person. */
export const action = (args: ActionFunctionArgs) =>
  asStaff(args, "owner", async ({ backend }): Promise<ActionAnswer> => {
    const { amount } = readForm(await args.request.formData(), z.object({ amount: z.string().trim() }));
    const { msg } = await backend.credits.saveApprovalLimit({ amount: amount === "" ? null : amount });
    return { notice: { level: "success", text: msg } };
  });

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);
