import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { readSyncStates } from "~/domain/agora/read-sync-states.server";
import { useSync } from "~/domain/agora/ui/useSync";
import { answerRegistrationsForm } from "~/domain/registrations/form.server";
import { readRegistrationsPage } from "~/domain/registrations/page-data.server";
import { RegistrationsPage } from "~/domain/registrations/ui/RegistrationsPage";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { staffFunction } from "../function";
import { staffList } from "../list";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, staffFunction, async ({ calls }) => {
    const page = await readRegistrationsPage(args.request, calls, calls.staff, staffList, "staffTab");
    const sync = await readSyncStates(calls.agora, page.data);
    return data({ ...page.data, sync }, { headers: page.headers });
  });

export const action = (args: ActionFunctionArgs) =>
  authorize(args, staffFunction, async ({ calls }) =>
    answerRegistrationsForm(calls, "staff", await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The Staff screen. */
export default function Staff() {
  const { sync, ...page } = useLoaderData<typeof loader>();
  const extension = useSync("staff", sync);
  return (
    <RegistrationsPage
      title="Staff"
      registration="staff"
      list={staffList}
      nextLabels={{ pending: "To Next" }}
      extension={extension}
      {...page}
    />
  );
}
