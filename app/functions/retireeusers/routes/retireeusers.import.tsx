import type { ActionFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageLoader } from "~/core/authorize.server";
import { answerImportPage } from "~/core/imports/import-pages.server";
import { ImportBeginPage } from "~/core/imports/ui/ImportBeginPage";
import { INVITATION_IMPORTS } from "~/domain/invitations/imports/import";
import { callsOfScreen, screenFunction } from "~/domain/invitations/screen-functions";
import { INVITED_SCREENS } from "~/domain/invitations/screens";

export { clientAction, shouldRevalidate } from "~/ui/page";

const form = INVITATION_IMPORTS.retiree;

export const loader = pageLoader(screenFunction("retiree"), async ({ calls }) => ({
  ...(await calls.imports.list({ kind: form.id })),
  offered: (await callsOfScreen(calls, "retiree").options()).mtd ? ["mtd_check_box"] : [],
}));

export const action = (args: ActionFunctionArgs) => answerImportPage(args, form);

/** The start of an import of people to be invited. */
export default function BeginImport() {
  return (
    <ImportBeginPage form={form} title={INVITED_SCREENS.retiree.title} {...useLoaderData<typeof loader>()} />
  );
}
