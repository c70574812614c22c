import type { ActionFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Banner, Box, Button, InlineStack, List, Text } from "@shopify/polaris";
import { authorize, pageLoader } from "~/core/authorize.server";
import { withPermission } from "~/core/function-entry";
import { readListState } from "~/platform/list";
import type { ActionAnswer } from "~/platform/notice";
import { ListPage } from "~/ui/ListPage";
import { TimeAgo } from "~/ui/Moment";
import { formatCount } from "~/ui/numbers";
import { useFetcher } from "~/ui/useFetcher";
import { activityList, readActivityFilter } from "../filter";
import { activityFunction } from "../function";
import { ActivityFilters, activityFilters } from "../ui/ActivityFilters";
import { activityCells } from "../ui/activity-cells";

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

/** The result of the latest verification of the record. */
interface Proof {
  /** Instant, ISO 8601. */
  at: string;
  entries: number;
  erased: number;
  faults: { where: string; what: string }[];
}

/** The banner lists at most this many. The rest is in the log. */
const SHOWN_FAULTS = 10;

/**
 * For the owner: whether the record of changes is unaltered, with a button to verify it now.
 * @param now the server's clock when it answered (ISO 8601)
 */
function RecordProof({ proof, now }: { proof: Proof | null; now: string }) {
  const fetcher = useFetcher<ActionAnswer>();
  const prove = (
    <Button
      variant="plain"
      loading={fetcher.state !== "idle"}
      onClick={() => fetcher.submit({ intent: "prove" }, { method: "post" })}
    >
      Verify now
    </Button>
  );
  if (!proof || proof.faults.length === 0)
    return (
      <Box paddingInline="300" paddingBlock="200">
        <InlineStack gap="200">
          <Text as="p" tone="subdued">
            {proof ? <Sound proof={proof} now={now} /> : "This record hasn't been verified yet."}
          </Text>
          {prove}
        </InlineStack>
      </Box>
    );
  return (
    <Box padding="300">
      <Banner tone="critical" title="This record was changed outside Backroom">
        <p>
          <TimeAgo at={proof.at} now={now} />, {formatCount(proof.entries)} changes were verified. Check who
          can write to the database, and compare it with a backup.
        </p>
        <List>
          {proof.faults.slice(0, SHOWN_FAULTS).map(({ where, what }) => (
            <List.Item key={`${where} ${what}`}>
              {where} {what}
            </List.Item>
          ))}
        </List>
        {prove}
      </Banner>
    </Box>
  );
}

function Sound({ proof: { at, entries, erased }, now }: { proof: Proof; now: string }) {
  return (
    <>
      Verified <TimeAgo at={at} now={now} />: {formatCount(entries)} unaltered changes
      {erased > 0 && ` (of ${formatCount(erased)} the content was erased for legal reasons)`}.
    </>
  );
}
