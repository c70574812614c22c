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
import { studentsList } from "../list";

export const loader = (args: LoaderFunctionArgs) =>
  asStaff(args, "showStudents", async ({ backend }) => {
    const page = await readRegistrationsPage(
      args.request,
      backend,
      backend.students,
      studentsList,
      "studentTab",
    );
    return data(page.data, { headers: page.headers });
  });

export const action = (args: ActionFunctionArgs) =>
  asStaff(args, "showStudents", async ({ backend }) =>
    answerRegistrationsForm(backend, "student", await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The Students screen (section 2.3 of the first specification text). */
export default function Students() {
  return (
    <RegistrationsPage
      title="Students"
      registration="student"
      list={studentsList}
      {...useLoaderData<typeof loader>()}
    />
  );
}
