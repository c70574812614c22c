import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { settingsFunction } from "../function";
import { mailTexts } from "../page.server";
import { MailSettingsPage } from "../ui/mail/MailSettingsPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(settingsFunction, ({ calls }) => calls.mailSettings.read());

export const action = callsAction(settingsFunction, mailTexts);

/** The sender of emails, their rate limit and their texts. */
export default function MailSettingsRoute() {
  return <MailSettingsPage {...useLoaderData<typeof loader>()} />;
}
