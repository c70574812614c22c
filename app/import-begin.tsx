import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { answerImportPage, readBeginPage } from "~/core/imports/import-pages.server";
import { ImportBeginPage } from "~/core/imports/ui/ImportBeginPage";
import { importKindAt } from "./import-kinds";

export { clientAction, shouldRevalidate } from "~/ui/page";

const kindOf = ({ request }: LoaderFunctionArgs | ActionFunctionArgs) =>
  importKindAt(new URL(request.url).pathname);

export const loader = (args: LoaderFunctionArgs) => readBeginPage(args, kindOf(args));

export const action = (args: ActionFunctionArgs) => answerImportPage(args, kindOf(args));

/** The first page of an import. */
export default function ImportBegin() {
  const kind = importKindAt(useLocation().pathname);
  return <ImportBeginPage kind={kind} title={kind.title} {...useLoaderData<typeof loader>()} />;
}
