import type { ActionFunctionArgs, HeadersFunction } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { z } from "zod";
import { authorize } from "~/core/authorize.server";
import { viewPages } from "~/core/views/pages";
import { readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { VIEW_INTENTS } from "~/ui/list/view-intents";

const text = z.string();
const change = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal(VIEW_INTENTS.save), list: text, name: text, query: text }),
  z.object({ intent: z.literal(VIEW_INTENTS.rename), id: text, name: text }),
  z.object({ intent: z.literal(VIEW_INTENTS.delete), id: text }),
]);

/** Where every list's menu of saved views posts to; the pages read the views with their own data. */
export const action = (args: ActionFunctionArgs) =>
  authorize(args, viewPages, async ({ calls }): Promise<ActionAnswer> => {
    const form = readForm(await args.request.formData(), change);
    switch (form.intent) {
      case VIEW_INTENTS.save: {
        const { name } = await calls.views.save(form);
        return { notice: { level: "success", text: `Saved the view "${name}".` } };
      }
      case VIEW_INTENTS.rename: {
        const { name } = await calls.views.rename(form);
        return { notice: { level: "success", text: `The view is now called "${name}".` } };
      }
      case VIEW_INTENTS.delete: {
        const { name } = await calls.views.remove(form);
        return { notice: { level: "success", text: `Deleted the view "${name}".` } };
      }
    }
  });

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);
