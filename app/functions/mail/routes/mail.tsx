import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { readListState } from "~/platform/list";
import { mailFunction } from "../function";
import { mailList } from "../list.server";
import { mailTexts } from "../page.server";
import { MailsPage } from "../ui/MailsPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(mailFunction, async ({ calls }, args) => {
  const url = new URL(args.request.url);
  const state = readListState(url, mailList);
  const { tab, days } = mailList.filterIn(url.searchParams);
  const [result, hits, { views }] = await Promise.all([
    calls.mail.list({
      tab,
      days,
      search: state.search,
      direction: state.direction,
      last_id: state.cursor,
    }),
    state.search || days ? calls.mail.hits({ search: state.search, days }) : undefined,
    calls.views.list({ list: mailList.name }),
  ]);
  return { list: mailList.declaration, state, tab, days, result, hits, views };
});

export const action = callsAction(mailFunction, mailTexts);

/** The emails that Backroom sent, and their delivery state. */
export default function Mails() {
  return <MailsPage {...useLoaderData<typeof loader>()} />;
}
