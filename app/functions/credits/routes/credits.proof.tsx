import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { asStaff } from "~/door.server";
import { readListState } from "~/platform/list";
import type { ActionAnswer } from "~/platform/notice";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { differencesList } from "../proof/list";
import { COMPARING, PROVING } from "../proof/messages";
import { LedgerProof } from "../ui/LedgerProof";

export const loader = (args: LoaderFunctionArgs) =>
  asStaff(args, "showCredits", async ({ backend }) => {
    const state = readListState(new URL(args.request.url), differencesList);
    const [standing, result] = await Promise.all([
      backend.ledgerProof.read(),
      backend.ledgerProof.differences({ direction: state.direction, last_id: state.cursor }),
    ]);
    return { standing, result, state, now: new Date().toISOString() };
  });

export const action = (args: ActionFunctionArgs) =>
  asStaff(args, "showCredits", async ({ backend }): Promise<ActionAnswer> => {
    const form = await args.request.formData();
    if (form.get("intent") === "compare") {
      await backend.ledgerProof.compare();
      return { notice: { level: "info", text: COMPARING } };
    }
    await backend.ledgerProof.prove();
    return { notice: { level: "info", text: PROVING } };
  });

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** Ledger's proof: whether every cent agrees, and what does not. */
export default function Proof() {
  return <LedgerProof {...useLoaderData<typeof loader>()} />;
}
