import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Card, Page } from "@shopify/polaris";
import { boundary } from "@shopify/shopify-app-remix/server";
import { asStaff } from "~/door.server";
import { notFound } from "~/platform/errors";
import { Timeline } from "~/ui/Timeline";
import { SUBJECT_TYPES } from "../contract";
import { timelineOf } from "../timeline";

/** Also fetched by `ui/HistoryModal`, to be looked at without leaving a list. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  asStaff({ request }, "signed-in", async ({ backend }) => {
    const { subjectId = "" } = params;
    const subjectType = SUBJECT_TYPES.find((type) => type === params.subjectType);
    if (!subjectType) throw notFound("There is no history of such a record.");
    const page = await backend.activity.ofSubject({ subjectType, subjectId });
    return { name: page.rows[0]?.subject.name ?? subjectId, entries: timelineOf(page.rows) };
  });

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** What happened to one record. */
export default function History() {
  const { name, entries } = useLoaderData<typeof loader>();
  return (
    <Page title={`History of ${name}`} backAction={{ content: "Activity", url: "/activity" }}>
      <Card>
        <Timeline entries={entries} />
      </Card>
    </Page>
  );
}
