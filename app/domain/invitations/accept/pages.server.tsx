import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { Shop } from "~/platform/auth/shops.server";
import { systemClock } from "~/platform/clock";
import { formatZonedDateTime } from "~/platform/dates/instant";
import { readPublicForm } from "~/platform/public-form";
import { storefrontHome } from "~/platform/storefront.server";
import { inviteeNames } from "../person";
import { InvitationPage, OPENED, SentencePage } from "../ui/public/InvitationPage";
import * as messages from "../ui/public/messages";
import { type Accepted, acceptInvitation, type OpenedLink, openInvitation } from "./accept.server";

/** A public page with its status. */
interface Answer {
  page: React.ReactElement;
  status?: number;
}

/** The page behind the link of an invitation's mail. Reading it changes nothing, because mail scanners and browsers read it ahead. */
export async function invitationPage(shop: Shop, token: string): Promise<Answer> {
  const opened = await openInvitation(shop.domain, token, { byPerson: false, now: systemClock.now() });
  return opened.is === "open" ? formPage(shop, opened, opened.invitation) : sentencePage(shop, opened);
}

/** Answers the page's form: the names, and with them the acceptance. Its script reports that a person has opened it. */
export async function acceptedPage(shop: Shop, token: string, form: FormData): Promise<Answer | Response> {
  if (form.has(OPENED)) {
    await openInvitation(shop.domain, token, { byPerson: true, now: systemClock.now() });
    return new Response(null, { status: 204 });
  }
  const { values, errors, data } = readPublicForm(form, ["firstName", "lastName"], inviteeNames);
  if (errors) {
    const opened = await openInvitation(shop.domain, token, { byPerson: true, now: systemClock.now() });
    if (opened.is !== "open") return sentencePage(shop, opened);
    return { ...formPage(shop, opened, values, errors), status: 400 };
  }
  const tools = { adminApi: liveAdminApi(shop.domain), clock: systemClock };
  const accepted = await acceptInvitation(tools, shop.domain, { token, names: data });
  return sentencePage(shop, accepted);
}

function formPage(
  shop: Shop,
  { invitation, particulars: { title, details } }: Extract<OpenedLink, { is: "open" }>,
  { firstName, lastName }: { firstName: string; lastName: string },
  errors?: { firstName?: string; lastName?: string },
): Answer {
  const { audience, email } = invitation;
  const names = { firstName, lastName };
  return {
    page: <InvitationPage {...{ audience, email, title, details, names, errors }} shopName={shop.name} />,
  };
}

type Outcome = Accepted | Exclude<OpenedLink, { is: "open" }>;

function sentencePage(shop: Shop, outcome: Outcome): Answer {
  const [sentence, status] = sentenceOf(shop, outcome);
  return {
    page: <SentencePage sentence={sentence} shopName={shop.name} shopUrl={storefrontHome(shop.domain)} />,
    status,
  };
}

function sentenceOf({ name, timeZone }: Shop, outcome: Outcome): [messages.Sentence, number] {
  switch (outcome.is) {
    case "registered":
      return [messages.registered(name, outcome.invitation.firstName), 200];
    case "used":
      return [messages.REGISTERED_BEFORE, 410];
    case "expired":
      return [messages.expired(name, formatZonedDateTime(outcome.expiredAt, timeZone)), 410];
    case "revoked":
      return [messages.revoked(name), 410];
    case "unknown":
      return [messages.unknown(name), 404];
    case "pending":
      return [messages.pending(name), 202];
    case "closed":
      return [messages.closed(outcome.refusal.message), outcome.refusal.status];
    case "refused":
      return [messages.refused(name), 502];
  }
}
