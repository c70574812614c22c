import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { REGISTRATION_STATUSES } from "~/domain/registrations/status";
import { asStaff } from "~/door.server";
import { readListState, searchKind } from "~/platform/list";
import { rememberTab } from "~/platform/tab-memory.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { answerStudentsForm } from "../actions.server";
import { studentsList } from "../list";
import { StudentsPage } from "../ui/StudentsPage";

export const loader = (args: LoaderFunctionArgs) =>
  asStaff(args, "showStudents", async ({ backend }) => {
    const state = readListState(new URL(args.request.url), studentsList);
    const { tab, headers } = await rememberTab(args.request, "studentTab", REGISTRATION_STATUSES);
    const [result, counts, mirror, { views }] = await Promise.all([
      backend.students.list({
        params: { status: tab },
        query: { direction: state.direction, last_id: state.cursor, sort: state.sort },
        body: searchKind(state.search),
      }),
      backend.students.counts(),
      backend.customers.mirror(),
      backend.views.list({ list: studentsList.name }),
    ]);
    return data({ tab, state, result, counts, mirror, views, now: new Date().toISOString() }, { headers });
  });

export const action = (args: ActionFunctionArgs) =>
  asStaff(args, "showStudents", async (staff) => answerStudentsForm(staff, await args.request.formData()));

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

export default function Students() {
  return <StudentsPage {...useLoaderData<typeof loader>()} />;
}
