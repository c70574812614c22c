import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Page, Text } from "@shopify/polaris";
import type { Texts } from "~/core/answer-call.server";
import { callsAction, pageLoader } from "~/core/authorize.server";
import type { ContractsOf } from "~/core/function-entry";
import { safeguardPages } from "~/core/safeguards/pages";
import { WaitingChanges } from "~/core/safeguards/ui/WaitingChanges";
import { useListRefresh } from "~/ui/realtime/useRealtime";

export { clientAction, shouldRevalidate } from "~/ui/page";

const texts: Texts<ContractsOf<typeof safeguardPages>> = {
  "safeguards.agree": ({ title, after }) => `In effect now. ${title}: ${after}`,
  "safeguards.cancel": ({ title, before }) => `Canceled. ${title} stays: ${before}`,
};

export const loader = pageLoader(safeguardPages, ({ calls }) => calls.safeguards.list());

export const action = callsAction(safeguardPages, texts);

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
