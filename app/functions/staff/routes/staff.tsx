import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { exportTexts } from "~/core/exports/texts.server";
import { readSyncStates } from "~/domain/agora/read-sync-states.server";
import { useSync } from "~/domain/agora/ui/SyncPart";
import { readRegistrationsPage, registrationTexts } from "~/domain/registrations/page-data.server";
import { RegistrationsPage } from "~/domain/registrations/ui/RegistrationsPage";
import { staffFunction } from "../function";
import { staffList } from "../list.server";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(staffFunction, async ({ calls }, args) => {
  const page = await readRegistrationsPage(args.request, calls, calls.staff, staffList, "staffTab");
  const sync = await readSyncStates(calls.agora, page.data);
  return data({ ...page.data, sync }, { headers: page.headers });
});

export const action = callsAction(staffFunction, { ...registrationTexts, ...exportTexts("exports.staff") });

/** The Staff screen. */
export default function Staff() {
  const { sync, ...page } = useLoaderData<typeof loader>();
  const extension = useSync("staff", sync);
  return (
    <RegistrationsPage
      title="Staff"
      registration="staff"
      nextLabels={{ pending: "To Next" }}
      extension={extension}
      {...page}
    />
  );
}
