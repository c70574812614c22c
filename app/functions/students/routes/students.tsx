import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { exportTexts } from "~/core/exports/texts.server";
import { readSyncStates } from "~/domain/agora/read-sync-states.server";
import { useSync } from "~/domain/agora/ui/SyncPart";
import { readRegistrationsPage, registrationTexts } from "~/domain/registrations/page-data.server";
import { RegistrationsPage } from "~/domain/registrations/ui/RegistrationsPage";
import { studentsFunction } from "../function";
import { studentsList } from "../list.server";
import { DiscountLimit } from "../ui/DiscountLimit";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(studentsFunction, async ({ calls }, args) => {
  const [page, limit] = await Promise.all([
    readRegistrationsPage(args.request, calls, calls.students, studentsList, "studentTab"),
    calls.students.defaultDiscountLimit(),
  ]);
  const sync = await readSyncStates(calls.agora, page.data);
  return data({ ...page.data, sync, limit: limit.value }, { headers: page.headers });
});

export const action = callsAction(studentsFunction, {
  ...registrationTexts,
  ...exportTexts("exports.student"),
  // The form says it.
  "students.saveDefaultDiscountLimit": () => null,
});

/** The Students screen. */
export default function Students() {
  const { limit, sync, ...page } = useLoaderData<typeof loader>();
  const extension = useSync("student", sync);
  return (
    <RegistrationsPage title="Students" registration="student" extension={extension} {...page}>
      <DiscountLimit value={limit} />
    </RegistrationsPage>
  );
}
