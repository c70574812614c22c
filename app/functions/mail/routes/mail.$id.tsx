import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { mailFunction } from "../function";
import { mailTexts } from "../page.server";
import { MailPage } from "../ui/MailPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(mailFunction, ({ calls }, args) =>
  calls.mail.detail({ id: args.params.id ?? "" }),
);

export const action = callsAction(mailFunction, mailTexts);

/** An email with its text and delivery state. */
export default function OneMail() {
  return <MailPage mail={useLoaderData<typeof loader>()} />;
}
