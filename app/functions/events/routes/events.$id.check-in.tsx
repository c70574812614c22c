import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { authorize } from "~/core/authorize.server";
import { readListPage } from "~/core/lists/numbered-page";
import { readListState } from "~/platform/list";
import { answerCheckInForm } from "../check-in/form.server";
import { CHECK_IN_TABS, checkInList } from "../check-in/list";
import { eventsFunction } from "../function";
import { CheckInPage } from "../ui/CheckInPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, eventsFunction, async ({ calls }) => {
    const url = new URL(args.request.url);
    const id = Number(args.params.id);
    const state = readListState(url, checkInList);
    const tab = CHECK_IN_TABS.find((one) => one === url.searchParams.get("tab")) ?? "registered";
    const { search, page = 1 } = state;
    const [event, result] = await Promise.all([
      calls.events.detail({ id }),
      readListPage(page, checkInList.pageSize, (number) =>
        calls.events.checkIns({ id, tab, search, page: number, pageSize: checkInList.pageSize }),
      ),
    ]);
    return { event, tab, state, result };
  });

export const action = (args: ActionFunctionArgs) =>
  authorize(args, eventsFunction, async ({ calls }) =>
    answerCheckInForm(calls.events, Number(args.params.id), await args.request.formData()),
  );

/** An event's check-in list: who is expected, and who came. */
export default function CheckIn() {
  return <CheckInPage {...useLoaderData<typeof loader>()} />;
}
