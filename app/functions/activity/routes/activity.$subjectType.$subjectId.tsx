import { useLoaderData } from "@remix-run/react";
import { Card, Page } from "@shopify/polaris";
import { pageLoader } from "~/core/authorize.server";
import { notFound } from "~/platform/errors";
import { readListState } from "~/platform/list";
import { Timeline } from "~/ui/Timeline";
import { activityList, timelinePage } from "../filter";
import { activityFunction } from "../function";

export { shouldRevalidate } from "~/ui/page";

/** `ui/HistoryModal` fetches it, too. */
export const loader = pageLoader(activityFunction, async ({ calls, declarations }, args) => {
  const { subjectType = "", subjectId = "" } = args.params;
  if (!declarations.auditSubjects.has(subjectType)) throw notFound("This record has no history.");
  const { direction, cursor } = readListState(new URL(args.request.url), activityList);
  const page = await calls.activity.ofSubject({ subjectType, subjectId, direction, last_id: cursor });
  if (page.isUnknown) throw notFound("The store has no such customer.");
  return { name: page.name, ...timelinePage({ type: subjectType, id: subjectId }, page) };
});

/** The history of a record. */
export default function History() {
  const { name, ...page } = useLoaderData<typeof loader>();
  return (
    <Page
      title={name === null ? "History" : `History of ${name}`}
      backAction={{ content: "Activity", url: "/activity" }}
    >
      <Card>
        <Timeline {...page} />
      </Card>
    </Page>
  );
}
