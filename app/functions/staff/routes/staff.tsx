import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { answerRegistrationsForm } from "~/domain/registrations/form.server";
import { readRegistrationsPage } from "~/domain/registrations/page-data.server";
import { RegistrationsPage } from "~/domain/registrations/ui/RegistrationsPage";
import { asStaff } from "~/door.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { staffList } from "../list";

export const loader = (args: LoaderFunctionArgs) =>
  asStaff(args, "showStaff", async ({ backend }) => {
    const page = await readRegistrationsPage(args.request, backend, backend.staff, staffList, "staffTab");
    return data(page.data, { headers: page.headers });
  });

export const action = (args: ActionFunctionArgs) =>
  asStaff(args, "showStaff", async ({ backend }) =>
    answerRegistrationsForm(backend, "staff", await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The Staff screen (section 2.4 of the first specification text). */
export default function Staff() {
  return (
    <RegistrationsPage
      title="Staff"
      registration="staff"
      list={staffList}
      nextLabels={{ pending: "To Next" }}
      {...useLoaderData<typeof loader>()}
    />
  );
}
