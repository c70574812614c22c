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
import { DiscountLimit, type LimitAnswer } from "../ui/DiscountLimit";

export const loader = (args: LoaderFunctionArgs) =>
  asStaff(args, "showStudents", async ({ backend }) => {
    const [page, limit] = await Promise.all([
      readRegistrationsPage(args.request, backend, backend.students, studentsList, "studentTab"),
      backend.students.defaultDiscountLimit(),
    ]);
    return data({ ...page.data, limit: limit.value }, { headers: page.headers });
  });

export const action = (args: ActionFunctionArgs) =>
  asStaff(args, "showStudents", async ({ backend }) => {
    const form = await args.request.formData();
    if (form.get("intent") !== "saveLimit") return answerRegistrationsForm(backend, "student", form);
    const default_discount_limit = String(form.get("default_discount_limit") ?? "");
    await backend.students.saveDefaultDiscountLimit({ default_discount_limit });
    return { limitSaved: true } satisfies LimitAnswer;
  });

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The Students screen (section 2.3 of the first specification text). */
export default function Students() {
  const { limit, ...page } = useLoaderData<typeof loader>();
  return (
    <RegistrationsPage title="Students" registration="student" list={studentsList} {...page}>
      <DiscountLimit value={limit} />
    </RegistrationsPage>
  );
}
