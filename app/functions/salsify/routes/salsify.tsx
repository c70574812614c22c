import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { authorize } from "~/core/authorize.server";
import { answerSalsifyForm } from "../form.server";
import { salsifyFunction } from "../function";
import { readSalsifyPage } from "../read-page.server";
import { SalsifyPage } from "../ui/SalsifyPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, salsifyFunction, ({ calls }) => readSalsifyPage(new URL(args.request.url), calls));

export const action = (args: ActionFunctionArgs) =>
  authorize(args, salsifyFunction, async ({ calls }) =>
    answerSalsifyForm(calls, await args.request.formData()),
  );

/** The Salsify screen. */
export default function Salsify() {
  return <SalsifyPage data={useLoaderData<typeof loader>()} />;
}
