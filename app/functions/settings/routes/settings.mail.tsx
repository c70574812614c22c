import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerCalls, authorize } from "~/core/authorize.server";
import { settingsFunction } from "../function";
import { mailTexts } from "../page.server";
import { MailSettingsPage } from "../ui/mail/MailSettingsPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, settingsFunction, ({ calls }) => calls.mailSettings.read());

export const action = (args: ActionFunctionArgs) => answerCalls(args, settingsFunction, mailTexts);

/** The sender of emails, their rate limit and their texts. */
export default function MailSettingsRoute() {
  return <MailSettingsPage {...useLoaderData<typeof loader>()} />;
}
