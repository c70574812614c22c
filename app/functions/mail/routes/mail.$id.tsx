import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerCalls, authorize } from "~/core/authorize.server";
import { mailFunction } from "../function";
import { mailTexts } from "../page.server";
import { MailPage } from "../ui/MailPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, mailFunction, ({ calls }) => calls.mail.detail({ id: args.params.id ?? "" }));

export const action = (args: ActionFunctionArgs) => answerCalls(args, mailFunction, mailTexts);

/** An email with its text and delivery state. */
export default function OneMail() {
  return <MailPage mail={useLoaderData<typeof loader>()} />;
}
