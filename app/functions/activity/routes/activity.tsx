import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { asStaff } from "~/door.server";
import { readListState } from "~/platform/list";
import type { ActionAnswer } from "~/platform/notice";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { ListPage } from "~/ui/ListPage";
import { useSavedViewActions } from "~/ui/list/useSavedViewActions";
import { readActivityFilter } from "../filter";
import { activityList } from "../list";
import { ActivityFilters } from "../ui/ActivityFilters";
import { activityCells } from "../ui/activity-cells";
import { RecordProof } from "../ui/RecordProof";

export const loader = (args: LoaderFunctionArgs) =>
  asStaff(args, "signed-in", async ({ backend, administrator }) => {
    const url = new URL(args.request.url);
    const state = readListState(url, activityList);
    const filter = readActivityFilter(url);
    const [page, { people }, { views }, proved] = await Promise.all([
      backend.activity.list({
        ...filter.request,
        search: state.search || undefined,
        direction: state.direction,
        last_id: state.cursor,
      }),
      backend.activity.people(),
      backend.views.list({ list: activityList.name }),
      administrator.isOwner ? backend.activity.proof() : null,
    ]);
    return { page, people, views, state, filter, proved, now: new Date().toISOString() };
  });

export const action = (args: ActionFunctionArgs) =>
  asStaff(args, "owner", async ({ backend }): Promise<ActionAnswer> => {
    await backend.activity.prove();
    return {
      notice: { level: "info", text: "The record is being proved. What comes of it appears above the list." },
    };
  });

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** What was changed through the console: who, what, before, after, when. */
export default function Activity() {
  const { page, people, views, state, filter, proved, now } = useLoaderData<typeof loader>();
  const viewActions = useSavedViewActions(activityList.name, "/views");
  return (
    <ListPage
      title="Activity"
      list={activityList}
      state={state}
      result={page}
      plural="changes"
      appliesAtOnce
      rowLabel={(entry) => `${entry.what}: ${entry.subject.name}`}
      cells={activityCells}
      toolbar={<ActivityFilters people={people} filter={filter} />}
      views={{ views, ...viewActions }}
      emptyHint="Changes that are made through this console appear here. Widen the search or the filters to see more."
    >
      {proved && <RecordProof proof={proved.proof} now={now} />}
    </ListPage>
  );
}
