import { z } from "zod";
import { call } from "~/core/call.server";
import { hitsOf, readHits } from "~/core/lists/hits.server";
import { pageOf, pageRequest } from "~/core/lists/keyset-page";
import { readKeyset } from "~/core/lists/read-list.server";
import { allowAddress, readMail, sendAgain } from "./change.server";
import { MAIL_TABS } from "./list";
import { mailDetail, mailList } from "./list.server";

const id = z.uuid("must be the id of an email");

/** The calls of the Mail page. Administrators see the emails of their functions, and the owner sees all. */
export const mailCalls = {
  list: call("GET /mail", {
    for: "signed-in",
    summary: "A page of emails, newest first",
    input: z.object({ search: mailList.input.search, ...mailList.filters, ...pageRequest }),
    output: pageOf(mailList.row),
    run: (context, { search, tab, days, ...request }) =>
      readKeyset(context, mailList, { ...request, filter: { search, tab, days } }),
  }),
  hits: call("GET /mail/hits", {
    for: "signed-in",
    summary: "How many emails of each tab a search finds",
    input: z.object({ search: mailList.input.search, days: mailList.filters.days }),
    output: hitsOf(MAIL_TABS),
    run: (reader, { search, days }) =>
      readHits(reader.shop.domain, mailList.query, MAIL_TABS, (tab) => ({ tab, search, days, reader })),
  }),
  detail: call("GET /mail/{id}", {
    for: "signed-in",
    summary: "An email with its text and delivery state",
    input: z.object({ id }),
    output: mailDetail.schema.extend({ isStopped: z.boolean() }),
    run: (context, input) => readMail(context, input.id),
  }),
  sendAgain: call("POST /mail/send-again", {
    for: "signed-in",
    summary: "Send emails again that bounced or failed",
    input: z.object({ ids: z.array(id).min(1, "must name an email").max(100, "must be at most 100 emails") }),
    output: z.object({
      queued: z.array(z.string()),
      /** Those that can't be sent, each with the reason as a sentence. */
      refused: z.array(z.object({ id: z.string(), why: z.string() })),
    }),
    run: (context, input) => sendAgain(context, input.ids),
  }),
  allow: call("POST /mail/{id}/allow", {
    for: "signed-in",
    summary: "Allow email to this address again after a bounce",
    input: z.object({ id }),
    output: z.object({ allowed: z.boolean() }),
    run: async (context, input) => ({
      allowed: await allowAddress(context, input.id),
    }),
  }),
};
