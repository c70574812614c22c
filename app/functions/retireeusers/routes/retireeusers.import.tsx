import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { INVITATION_IMPORTS } from "~/domain/imports/invitations/kinds";
import { ImportBeginPage } from "~/domain/imports/ui/ImportBeginPage";
import { answerBeginForm } from "~/domain/imports/wizard-form.server";
import { INVITED_SCREENS } from "~/domain/invitations/screens";
import { asStaff } from "~/door.server";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";

const kind = INVITATION_IMPORTS.retiree;

export const loader = (args: LoaderFunctionArgs) =>
  asStaff(args, "showRetireeUsers", async ({ backend }) => {
    const [{ runs }, { mtd }] = await Promise.all([
      backend.imports.list({ kind: kind.id }),
      backend.retireeusers.options(),
    ]);
    return { runs, offered: mtd ? ["mtd_check_box"] : [] };
  });

export const action = (args: ActionFunctionArgs) =>
  asStaff(args, "showRetireeUsers", async ({ backend }) =>
    answerBeginForm(backend.imports, kind.id, await args.request.formData()),
  );

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** Where an import of people to be invited begins (section 2.2 of the first specification text). */
export default function BeginImport() {
  return (
    <ImportBeginPage kind={kind} title={INVITED_SCREENS.retiree.title} {...useLoaderData<typeof loader>()} />
  );
}
