import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { authorize } from "~/core/authorize.server";
import { settingsFunction } from "../function";
import { answerSettingsForm } from "../mail/form.server";
import { MailSettingsPage } from "../ui/mail/MailSettingsPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, settingsFunction, ({ calls }) => calls.mailSettings.read());

export const action = (args: ActionFunctionArgs) =>
  authorize(args, settingsFunction, async ({ calls }) =>
    answerSettingsForm(calls.mailSettings, await args.request.formData()),
  );

/** The sender of emails, their rate limit and their texts. */
export default function MailSettingsRoute() {
  return <MailSettingsPage {...useLoaderData<typeof loader>()} />;
}
