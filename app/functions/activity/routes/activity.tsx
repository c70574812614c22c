import type { ActionFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { authorize, pageLoader } from "~/core/authorize.server";
import { withPermission } from "~/core/function-entry";
import { readListState } from "~/platform/list";
import type { ActionAnswer } from "~/platform/notice";
import { ListPage } from "~/ui/ListPage";
import { activityList, readActivityFilter } from "../filter";
import { activityFunction } from "../function";
import { ActivityFilters, activityFilters } from "../ui/ActivityFilters";
import { activityCells } from "../ui/activity-cells";
import { RecordProof } from "../ui/RecordProof";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(
  activityFunction,
  async ({ calls, administrator, declarations: { auditActions } }, args) => {
    const url = new URL(args.request.url);
    const state = readListState(url, activityList);
    const filter = readActivityFilter(url, (name) => auditActions.has(name));
    const [page, { people }, { views }, proved] = await Promise.all([
      calls.activity.list({
        ...filter.request,
        search: state.search || undefined,
        direction: state.direction,
        last_id: state.cursor,
      }),
      calls.activity.people(),
      calls.views.list({ list: activityList.name }),
      administrator.isOwner ? calls.activity.proof() : null,
    ]);
    const kinds = [...auditActions.values()].map(({ name, label }) => ({ value: name, label }));
    return { page, people, kinds, views, state, filter, proved, now: new Date().toISOString() };
  },
);

export const action = (args: ActionFunctionArgs) =>
  authorize(args, withPermission(activityFunction, "owner"), async ({ calls }): Promise<ActionAnswer> => {
    await calls.activity.prove();
    return {
      notice: { level: "info", text: "The record is being verified. The result appears above the list." },
    };
  });

/** The changes in Backroom: who, what, before, after, when. */
export default function Activity() {
  const { page, people, kinds, views, state, filter, proved, now } = useLoaderData<typeof loader>();
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
      toolbar={<ActivityFilters people={people} kinds={kinds} filter={filter} />}
      filters={activityFilters({ people, kinds, filter })}
      views={views}
      emptyHint="Changes in Backroom appear here. Widen the search or the filters to see more."
    >
      {proved && <RecordProof proof={proved.proof} now={now} />}
    </ListPage>
  );
}
