import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react";
import { authorize } from "~/core/authorize.server";
import { answerSaveForm } from "../form.server";
import { salsifyDisplayFunction } from "../function";
import { DisplayNamesPage } from "../ui/DisplayNamesPage";
import { loadOrKeep } from "../ui/useDisplayNames";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, salsifyDisplayFunction, async ({ calls }) => ({
    list: await calls.salsifyDisplay.list(),
    now: new Date().toISOString(),
  }));

export const action = (args: ActionFunctionArgs) =>
  authorize(args, salsifyDisplayFunction, async ({ calls }) =>
    answerSaveForm(calls.salsifyDisplay, await args.request.formData()),
  );

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  loadOrKeep(() => serverLoader<typeof loader>());

/** The Salsify Display Names page. */
export default function SalsifyDisplay() {
  return <DisplayNamesPage data={useLoaderData<typeof clientLoader>()} />;
}
