import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Page, Text } from "@shopify/polaris";
import { answerCalls, authorize } from "~/core/authorize.server";
import { safeguardTexts } from "~/core/safeguards/page.server";
import { safeguardPages } from "~/core/safeguards/pages";
import { WaitingChanges } from "~/core/safeguards/ui/WaitingChanges";
import { useListRefresh } from "~/ui/realtime/useRealtime";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, safeguardPages, ({ calls }) => calls.safeguards.list());

export const action = (args: ActionFunctionArgs) => answerCalls(args, safeguardPages, safeguardTexts);

export const meta: MetaFunction = () => [{ title: "Waiting limits" }];

/** The loosened limits that wait for a second person. The emails about them link here. */
export default function Safeguards() {
  const { list } = useLoaderData<typeof loader>();
  useListRefresh("safeguards");
  return (
    <Page title="Waiting limits">
      {list.length > 0 ? (
        <WaitingChanges changes={list} />
      ) : (
        <Text as="p">No limit waits to be loosened.</Text>
      )}
    </Page>
  );
}
