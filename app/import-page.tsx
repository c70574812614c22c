import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { answerImportPage, readImportPage } from "~/core/imports/import-pages.server";
import { ImportPage, MissingImport } from "~/core/imports/ui/ImportPage";
import { importFormAt } from "./import-forms";

export { clientAction, shouldRevalidate } from "~/ui/page";

const formOf = ({ request }: LoaderFunctionArgs | ActionFunctionArgs) =>
  importFormAt(new URL(request.url).pathname);

export const loader = (args: LoaderFunctionArgs) => readImportPage(args, formOf(args));

export const action = (args: ActionFunctionArgs) => answerImportPage(args, formOf(args));

/** An import, at its current step. */
export default function OneImport() {
  const form = importFormAt(useLocation().pathname);
  const data = useLoaderData<typeof loader>();
  return "problem" in data ? <MissingImport form={form} {...data} /> : <ImportPage form={form} {...data} />;
}
