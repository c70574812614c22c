import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Card, Page } from "@shopify/polaris";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { notFound } from "~/platform/errors";
import { Timeline } from "~/ui/Timeline";
import { activityFunction } from "../function";
import { timelineOf } from "../timeline";

/** `ui/HistoryModal` fetches it, too. */
export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, activityFunction, async ({ calls, declarations }) => {
    const { subjectType = "", subjectId = "" } = args.params;
    if (!declarations.auditSubjects.has(subjectType)) throw notFound("This record has no history.");
    const page = await calls.activity.ofSubject({ subjectType, subjectId });
    if (page.isUnknown) throw notFound("The store has no such customer.");
    return { name: page.name, entries: timelineOf(page.rows) };
  });

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The history of a record. */
export default function History() {
  const { name, entries } = useLoaderData<typeof loader>();
  return (
    <Page
      title={name === null ? "History" : `History of ${name}`}
      backAction={{ content: "Activity", url: "/activity" }}
    >
      <Card>
        <Timeline entries={entries} />
      </Card>
    </Page>
  );
}
