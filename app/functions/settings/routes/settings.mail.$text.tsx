import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { notFound } from "~/platform/errors";
import { settingsFunction } from "../function";
import { mailTexts } from "../page.server";
import { MailTextPage } from "../ui/mail/MailTextPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(settingsFunction, ({ calls, declarations }, args) => {
  const id = args.params.text ?? "";
  if (!declarations.mailTexts.has(id)) throw notFound("This text doesn't exist.");
  return calls.mailSettings.text({ id });
});

export const action = callsAction(settingsFunction, mailTexts);

/** The editor of an email's text, with a preview. */
export default function MailTextRoute() {
  const text = useLoaderData<typeof loader>();
  return <MailTextPage key={text.id} text={text} />;
}
