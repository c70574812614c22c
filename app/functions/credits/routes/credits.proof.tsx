import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { readListState } from "~/platform/list";
import type { ActionAnswer } from "~/platform/notice";
import { TimeZoneProvider } from "~/ui/frame";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { creditsFunction } from "../function";
import { CHECK_STARTED, COMPARISON_STARTED, differencesList } from "../reconciliation/list";
import { ReconciliationPage } from "../ui/ReconciliationPage";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, creditsFunction, async ({ calls }) => {
    const state = readListState(new URL(args.request.url), differencesList);
    const [status, result] = await Promise.all([
      calls.ledgerProof.read(),
      calls.ledgerProof.differences({ direction: state.direction, last_id: state.cursor }),
    ]);
    return { status, result, state, now: new Date().toISOString() };
  });

export const action = (args: ActionFunctionArgs) =>
  authorize(args, creditsFunction, async ({ calls }): Promise<ActionAnswer> => {
    const form = await args.request.formData();
    if (form.get("intent") === "compare") {
      await calls.ledgerProof.compare();
      return { notice: { level: "info", text: COMPARISON_STARTED } };
    }
    await calls.ledgerProof.prove();
    return { notice: { level: "info", text: CHECK_STARTED } };
  });

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** Reconciliation: the latest check of the ledger, and the differences. */
export default function Proof() {
  return (
    <TimeZoneProvider timeZone="UTC">
      <ReconciliationPage {...useLoaderData<typeof loader>()} />
    </TimeZoneProvider>
  );
}
