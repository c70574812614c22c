import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { asStaff } from "~/door.server";
import { readListState } from "~/platform/list";
import { ListPage } from "~/ui/ListPage";
import { useSavedViewActions } from "~/ui/list/useSavedViewActions";
import { readActivityFilter } from "../filter";
import { activityList } from "../list";
import { ActivityFilters } from "../ui/ActivityFilters";
import { activityCells } from "../ui/activity-cells";

export const loader = (args: LoaderFunctionArgs) =>
  asStaff(args, "signed-in", async ({ backend }) => {
    const url = new URL(args.request.url);
    const state = readListState(url, activityList);
    const filter = readActivityFilter(url);
    const [page, { people }, { views }] = await Promise.all([
      backend.activity.list({
        ...filter.request,
        search: state.search || undefined,
        direction: state.direction,
        last_id: state.cursor,
      }),
      backend.activity.people(),
      backend.views.list({ list: activityList.name }),
    ]);
    return { page, people, views, state, filter };
  });

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** What was changed through the console: who, what, before, after, when. */
export default function Activity() {
  const { page, people, views, state, filter } = useLoaderData<typeof loader>();
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
    />
  );
}
