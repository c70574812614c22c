import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { asStaff } from "~/door.server";
import { readListState } from "~/platform/list";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { answerMailForm } from "../form.server";
import { mailList } from "../list";
import { readMailTab } from "../states";
import { MailsPage } from "../ui/MailsPage";

export const loader = (args: LoaderFunctionArgs) =>
  asStaff(args, "signed-in", async ({ backend }) => {
    const url = new URL(args.request.url);
    const state = readListState(url, mailList);
    const tab = readMailTab(url.searchParams.get("tab"));
    const [result, { views }] = await Promise.all([
      backend.mail.list({
        tab,
        search: state.search || undefined,
        direction: state.direction,
        last_id: state.cursor,
      }),
      backend.views.list({ list: mailList.name }),
    ]);
    return { state, tab, result, views };
  });

export const action = (args: ActionFunctionArgs) =>
  asStaff(args, "signed-in", async ({ backend }) =>
    answerMailForm(backend.mail, await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** Which mails were sent to whom, and what became of them. */
export default function Mails() {
  return <MailsPage {...useLoaderData<typeof loader>()} />;
}
