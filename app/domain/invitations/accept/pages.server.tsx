import { liveAdminApi } from "~/connectors/shopify/live.server";
import { RenewPage } from "~/core/requests/ui/RequestPage";
import type { Shop } from "~/platform/auth/shops.server";
import { systemClock } from "~/platform/clock";
import { formatZonedDateTime } from "~/platform/dates/instant";
import { Refusal } from "~/platform/errors";
import { maskedAddress } from "~/platform/mail-address";
import { storefrontHome, storefrontUrl } from "~/platform/personal-link.server";
import { readPublicForm } from "~/platform/public-form";
import { canDecline } from "../decline.server";
import type { Invitation } from "../invitation.server";
import { FULL_CODE, guestPageOf } from "../particulars.server";
import { inviteeNames } from "../person";
import { isRenewable } from "../renew.server";
import { DECLINE, InvitationPage, JOIN, OPENED, RENEW, SentencePage } from "../ui/public/InvitationPage";
import * as messages from "../ui/public/messages";
import {
  type Accepted,
  acceptInvitation,
  declineByLink,
  joinByLink,
  type OpenedLink,
  openInvitation,
  renewByLink,
} from "./accept.server";

/** A public page with its status. */
interface Answer {
  page: React.ReactElement;
  status?: number;
}

/** The page behind the link of an invitation's mail. Reading it changes nothing, because mail scanners and browsers read it ahead. */
export async function invitationPage(shop: Shop, token: string): Promise<Answer> {
  const opened = await openInvitation(shop.domain, token, { byPerson: false, now: systemClock.now() });
  return openedPage(shop, token, opened);
}

/** Answers the page's form: the names, and with them the acceptance. Its script reports that a person has opened it. */
export async function acceptedPage(shop: Shop, token: string, form: FormData): Promise<Answer | Response> {
  if (form.has(OPENED)) {
    await openInvitation(shop.domain, token, { byPerson: true, now: systemClock.now() });
    return new Response(null, { status: 204 });
  }
  const now = systemClock.now();
  if (form.has(DECLINE)) return sentencePage(shop, token, await declineByLink(shop.domain, token, now));
  if (form.has(RENEW))
    return (await renewByLink(shop.domain, token, now))
      ? { page: <RenewPage isSent /> }
      : openedPage(shop, token, await openAgain(shop, token));
  const { values, errors, data } = readPublicForm(form, ["firstName", "lastName"], inviteeNames);
  if (errors) return openedPage(shop, token, await openAgain(shop, token), { names: values, errors });
  try {
    if (form.has(JOIN)) {
      const request = { token, names: data, now };
      return sentencePage(shop, token, await joinByLink(shop.domain, request));
    }
    const tools = { adminApi: liveAdminApi(shop.domain), clock: systemClock };
    return sentencePage(shop, token, await acceptInvitation(tools, shop.domain, { token, names: data }));
  } catch (error) {
    // The last place was taken since the page was opened. The names stay typed, for the waiting list.
    if (!(error instanceof Refusal) || error.code !== FULL_CODE) throw error;
    return openedPage(shop, token, await openAgain(shop, token), { names: data });
  }
}

const openAgain = (shop: Shop, token: string): Promise<OpenedLink> =>
  openInvitation(shop.domain, token, { byPerson: true, now: systemClock.now() });

interface Typed {
  names: { firstName: string; lastName: string };
  errors?: { firstName?: string; lastName?: string };
}

/** The form of an invitation, to register or to wait, or why there is none. */
function openedPage(shop: Shop, token: string, opened: OpenedLink, typed?: Typed): Answer {
  const form = opened.is === "open" || opened.is === "full" ? opened : undefined;
  if (!form) return sentencePage(shop, token, opened as Exclude<OpenedLink, { is: "open" | "full" }>);
  const { invitation, particulars } = form;
  const { audience, email } = invitation;
  const { firstName, lastName } = typed?.names ?? invitation;
  const isFull = form.is === "full";
  return {
    page: (
      <InvitationPage
        {...{ audience, isFull, title: particulars.title, details: particulars.details }}
        address={maskedAddress(email)}
        canDecline={canDecline(invitation)}
        names={{ firstName, lastName }}
        errors={typed?.errors}
        shopName={shop.name}
      />
    ),
    status: isFull ? 409 : typed?.errors ? 400 : 200,
  };
}

type Outcome =
  | Accepted
  | Exclude<OpenedLink, { is: "open" | "full" }>
  | { is: "declined"; invitation: Invitation };

function sentencePage(shop: Shop, token: string, outcome: Outcome): Answer {
  const [sentence, status] = sentenceOf(shop, outcome);
  return {
    page: (
      <SentencePage
        sentence={sentence}
        guestUrl={guestUrl(shop, token, outcome)}
        canRenew={outcome.is === "expired" && isRenewable(outcome.expiredAt, systemClock.now())}
        shopName={shop.name}
        shopUrl={storefrontHome(shop.domain)}
      />
    ),
    status,
  };
}

/** Where a person who has answered finds their registration, by the same link. */
function guestUrl(shop: Shop, token: string, outcome: Outcome): string | undefined {
  if (outcome.is !== "registered" && outcome.is !== "used" && outcome.is !== "waiting") return undefined;
  const page = guestPageOf(outcome.invitation);
  return page && storefrontUrl(shop.domain, `${page}/${token}`);
}

function sentenceOf({ name, timeZone }: Shop, outcome: Outcome): [messages.Sentence, number] {
  switch (outcome.is) {
    case "registered":
      return [messages.registered(name, outcome.invitation.firstName), 200];
    case "used":
      return [messages.REGISTERED_BEFORE, 410];
    case "waiting":
      return [messages.WAITING, 200];
    case "declined":
      return [messages.declined(name), 200];
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
