import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { readListState } from "~/platform/list";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { answerMailForm } from "../form.server";
import { mailFunction } from "../function";
import { mailList } from "../list";
import { readMailTab } from "../states";
import { MailsPage } from "../ui/MailsPage";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, mailFunction, async ({ calls }) => {
    const url = new URL(args.request.url);
    const state = readListState(url, mailList);
    const tab = readMailTab(url.searchParams.get("tab"));
    const [result, { views }] = await Promise.all([
      calls.mail.list({
        tab,
        search: state.search || undefined,
        direction: state.direction,
        last_id: state.cursor,
      }),
      calls.views.list({ list: mailList.name }),
    ]);
    return { state, tab, result, views };
  });

export const action = (args: ActionFunctionArgs) =>
  authorize(args, mailFunction, async ({ calls }) =>
    answerMailForm(calls.mail, await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The emails that Backroom sent, and their delivery state. */
export default function Mails() {
  return <MailsPage {...useLoaderData<typeof loader>()} />;
}
