import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { differencesList } from "~/domain/ledger/reconciliation/differences-list.server";
import { readListState } from "~/platform/list";
import { TimeZoneProvider } from "~/ui/frame";
import { creditsFunction } from "../function";
import { reconciliationTexts } from "../page.server";
import { ReconciliationPage } from "../ui/ReconciliationPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(creditsFunction, async ({ calls }, args) => {
  const state = readListState(new URL(args.request.url), differencesList);
  const [status, result] = await Promise.all([
    calls.ledgerProof.read(),
    calls.ledgerProof.differences({ direction: state.direction, last_id: state.cursor }),
  ]);
  return { list: differencesList.declaration, status, result, state, now: new Date().toISOString() };
});

export const action = callsAction(creditsFunction, reconciliationTexts);

/** Reconciliation: the latest check of the ledger, and the differences. */
export default function Proof() {
  return (
    <TimeZoneProvider timeZone="UTC">
      <ReconciliationPage {...useLoaderData<typeof loader>()} />
    </TimeZoneProvider>
  );
}
