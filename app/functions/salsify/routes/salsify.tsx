import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerCalls, authorize } from "~/core/authorize.server";
import { salsifyFunction } from "../function";
import { readSalsifyPage, salsifyTexts } from "../page.server";
import { SalsifyPage } from "../ui/SalsifyPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, salsifyFunction, ({ calls }) => readSalsifyPage(new URL(args.request.url), calls));

export const action = (args: ActionFunctionArgs) => answerCalls(args, salsifyFunction, salsifyTexts);

/** The Salsify screen. */
export default function Salsify() {
  return <SalsifyPage data={useLoaderData<typeof loader>()} />;
}
