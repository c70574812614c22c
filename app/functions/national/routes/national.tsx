import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { editedNotice, editForm, editRequest } from "~/domain/customers/edit-form.server";
import { asStaff } from "~/door.server";
import { readForm } from "~/platform/form";
import { readListState, searchKind } from "~/platform/list";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { nationalList } from "../list";
import { NationalPage } from "../ui/NationalPage";

export const loader = (args: LoaderFunctionArgs) =>
  asStaff(args, "showNational", async ({ backend }) => {
    const url = new URL(args.request.url);
    const state = readListState(url, nationalList);
    const partner = url.searchParams.get("partner") ?? "";
    const { direction, cursor: last_id, sort, search } = state;
    const [result, { partners }, mirror, { views }] = await Promise.all([
      backend.national.list({
        query: { direction, last_id, sort, partner: partner || undefined },
        body: searchKind(search),
      }),
      backend.national.partners(),
      backend.customers.mirror(),
      backend.views.list({ list: nationalList.name }),
    ]);
    return { state, partner, result, partners, mirror, views, now: new Date().toISOString() };
  });

export const action = (args: ActionFunctionArgs) =>
  asStaff(args, "showNational", async ({ backend }) => {
    const form = readForm(await args.request.formData(), editForm);
    const { changed } = await backend.national.edit(editRequest(form));
    return editedNotice(form.name, changed);
  });

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The National screen (section 2.5 of the first specification text). */
export default function National() {
  return <NationalPage {...useLoaderData<typeof loader>()} />;
}
