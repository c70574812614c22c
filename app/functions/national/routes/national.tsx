import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { mapPage } from "~/core/lists/list-query.server";
import { editedNotice, editForm, editRequest } from "~/domain/customers/edit-form.server";
import { readForm } from "~/platform/form";
import { readListState, searchKind } from "~/platform/list";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { nationalFunction } from "../function";
import { nationalList } from "../list";
import { nationalRowOf } from "../national-row";
import { NationalPage } from "../ui/NationalPage";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, nationalFunction, async ({ calls }) => {
    const url = new URL(args.request.url);
    const state = readListState(url, nationalList);
    const partner = url.searchParams.get("partner") ?? "";
    const { direction, cursor: last_id, sort, search } = state;
    const [result, { partners }, mirror, { views }] = await Promise.all([
      calls.national.list({
        query: { direction, last_id, sort, partner: partner || undefined },
        body: searchKind(search),
      }),
      calls.national.partners(),
      calls.customers.mirror(),
      calls.views.list({ list: nationalList.name }),
    ]);
    return {
      state,
      partner,
      result: mapPage(result, nationalRowOf),
      partners,
      mirror,
      views,
      now: new Date().toISOString(),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  authorize(args, nationalFunction, async ({ calls }) => {
    const form = readForm(await args.request.formData(), editForm);
    const { changed } = await calls.national.edit(editRequest(form));
    return editedNotice(form.name, changed);
  });

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The National screen. */
export default function National() {
  return <NationalPage {...useLoaderData<typeof loader>()} />;
}
