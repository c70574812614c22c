import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { answerImportPage, readBeginPage } from "~/core/imports/import-pages.server";
import { ImportBeginPage } from "~/core/imports/ui/ImportBeginPage";
import { importFormAt } from "./import-forms";

export { clientAction, shouldRevalidate } from "~/ui/page";

const formOf = ({ request }: LoaderFunctionArgs | ActionFunctionArgs) =>
  importFormAt(new URL(request.url).pathname);

export const loader = (args: LoaderFunctionArgs) => readBeginPage(args, formOf(args));

export const action = (args: ActionFunctionArgs) => answerImportPage(args, formOf(args));

/** The first page of an import. */
export default function ImportBegin() {
  const form = importFormAt(useLocation().pathname);
  return <ImportBeginPage form={form} title={form.title} {...useLoaderData<typeof loader>()} />;
}
