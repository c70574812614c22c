import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerCalls, authorize } from "~/core/authorize.server";
import { algoliaFunction } from "../function";
import { algoliaTexts, readAlgoliaPage } from "../page.server";
import { AlgoliaPage } from "../ui/AlgoliaPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, algoliaFunction, ({ calls }) => readAlgoliaPage(args.request.url, calls.algolia));

export const action = (args: ActionFunctionArgs) => answerCalls(args, algoliaFunction, algoliaTexts);

/** The Algolia Sync screen. */
export default function Algolia() {
  return <AlgoliaPage {...useLoaderData<typeof loader>()} />;
}
