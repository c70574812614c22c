import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { answerImportPage, readImportPage } from "~/core/imports/import-pages.server";
import { ImportRunPage } from "~/core/imports/ui/ImportRunPage";
import { importKindAt } from "./import-kinds";

export { clientAction, shouldRevalidate } from "~/ui/page";

const kindOf = ({ request }: LoaderFunctionArgs | ActionFunctionArgs) =>
  importKindAt(new URL(request.url).pathname);

export const loader = (args: LoaderFunctionArgs) => readImportPage(args, kindOf(args));

export const action = (args: ActionFunctionArgs) => answerImportPage(args, kindOf(args));

/** An import, at its current step. */
export default function ImportRun() {
  return <ImportRunPage kind={importKindAt(useLocation().pathname)} {...useLoaderData<typeof loader>()} />;
}
