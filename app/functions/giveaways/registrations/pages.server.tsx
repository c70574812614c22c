import { z } from "zod";
import type { Shop } from "~/platform/auth/shops.server";
import { systemClock } from "~/platform/clock";
import { formatInstant } from "~/platform/dates/instant";
import { formatUsDate } from "~/platform/dates/us-date";
import { isMailAddress, oneLine } from "~/platform/mail-address";
import { readFields, readPublicForm } from "~/platform/public-form";
import { storefrontHome } from "~/platform/storefront.server";
import { cleanIdentifier } from "~/platform/text/identifier";
import { ConfirmPage } from "~/ui/storefront/ConfirmPage";
import type { PersonValues } from "~/ui/storefront/PersonFields";
import { drawFingerprint } from "../draw/draw-fingerprint.server";
import { GiveawayPage } from "../ui/public/GiveawayPage";
import { GiveawaySentencePage, type PublicFairness } from "../ui/public/GiveawaySentencePage";
import { confirmEntry, type OpenedRequest, openRequest } from "./confirm-entry.server";
import * as messages from "./messages";
import { type Fairness, type OpenedGiveaway, openGiveaway } from "./open-giveaway.server";
import { type RequestedEntry, requestEntry } from "./request-entry.server";

/** The response of the public giveaway page. */
interface Answer {
  page: React.ReactElement;
  status?: number;
}

const MAX_NAME_LENGTH = 255;
const EMPTY_FIELDS: PersonValues = { firstName: "", lastName: "", email: "" };

const name = (problem: string) =>
  z.string(problem).transform(oneLine).pipe(z.string().min(1, problem).max(MAX_NAME_LENGTH, problem));

const applicant = z.object({
  firstName: name(messages.FIRST_NAME_NOT_VALID),
  lastName: name(messages.LAST_NAME_NOT_VALID),
  email: z
    .string()
    .overwrite(cleanIdentifier)
    .refine((text) => isMailAddress(text), messages.EMAIL_NOT_VALID),
});

/** The registration page of a giveaway. @param key the last part of its URL */
export async function giveawayPage(shop: Shop, key: string): Promise<Answer> {
  const opened = await openGiveaway(shop, key, systemClock.now());
  return opened.is === "open" ? formPage(opened, EMPTY_FIELDS) : answerOf(shop, opened);
}

/** Handles the registration form: the entry has to be confirmed by email. */
export async function requestedPage(shop: Shop, key: string, form: FormData): Promise<Answer> {
  const { values, errors, data } = readPublicForm(form, ["firstName", "lastName", "email"], applicant);
  if (errors) {
    const opened = await openGiveaway(shop, key, systemClock.now());
    return opened.is === "open"
      ? { ...formPage(opened, values, errors), status: 400 }
      : answerOf(shop, opened);
  }
  return answerOf(shop, await requestEntry(shop, key, data, systemClock.now()));
}

/** The page of the personal link that confirms an entry. Opening it changes nothing, as mail scanners open links, too. */
export async function confirmPage(shop: Shop, token: string): Promise<Answer> {
  const opened = await openRequest(shop, token, systemClock.now());
  return opened.is === "unconfirmed" ? unconfirmedPage(opened) : answerOf(shop, opened);
}

/** Handles the button of that page. */
export async function confirmedPage(shop: Shop, token: string, form: FormData): Promise<Answer> {
  const shown = readFields(form, ["firstName", "lastName"]);
  const confirmed = await confirmEntry(shop, token, shown, systemClock.now());
  return confirmed.is === "unconfirmed"
    ? { ...unconfirmedPage(confirmed, true), status: 409 }
    : answerOf(shop, confirmed);
}

type Unconfirmed = Extract<OpenedRequest, { is: "unconfirmed" }>;

function unconfirmedPage({ giveaway, request }: Unconfirmed, isChanged = false): Answer {
  const { firstName, lastName, email } = request;
  return {
    page: (
      <ConfirmPage
        title={giveaway.name}
        text={messages.confirmText(giveaway.name)}
        name={`${firstName} ${lastName}`}
        email={email}
        shown={{ firstName, lastName }}
        isChanged={isChanged}
        confirm={messages.CONFIRM}
      />
    ),
  };
}

function formPage(
  { giveaway, commitment }: Extract<OpenedGiveaway, { is: "open" }>,
  values: PersonValues,
  errors?: Partial<PersonValues>,
): Answer {
  const { name, description, endDay } = giveaway;
  const until = endDay && formatUsDate(endDay);
  return { page: <GiveawayPage {...{ name, description, until, commitment, values, errors }} /> };
}

type Outcome =
  | Exclude<OpenedGiveaway, { is: "open" }>
  | RequestedEntry
  | Exclude<OpenedRequest, { is: "unconfirmed" }>;

function answerOf(shop: Shop, outcome: Outcome): Answer {
  const [sentence, status] = sentenceOf(shop, outcome);
  const { name: shopName, domain } = shop;
  return {
    page: (
      <GiveawaySentencePage
        sentence={sentence}
        fairness={
          "fairness" in outcome && outcome.fairness ? toPublicFairness(outcome.fairness, shop) : undefined
        }
        shopName={shopName}
        shopUrl={storefrontHome(domain)}
      />
    ),
    status,
  };
}

const toPublicFairness = (
  { commitment, draws, withdrawals }: Fairness,
  { timeZone }: Shop,
): PublicFairness => ({
  commitment,
  draws: draws.map((draw) => ({
    number: draw.number,
    drawnAt: `${formatInstant(draw.drawnAt, timeZone).dateTime} (${timeZone})`,
    commitment: draw.commitment,
    fingerprint: drawFingerprint(draw),
    entries: draw.entries,
    winners: draw.result.slice(0, draw.winners),
    alternates: draw.result.slice(draw.winners),
    withdrawals: withdrawals.filter((one) => one.draw === draw.number),
  })),
});

/** Enough of an entry's code to find it in the published entries. */
const CODE_LENGTH = 12;

function sentenceOf({ name: shopName }: Shop, outcome: Outcome): [messages.Sentence, number] {
  if (outcome.is === "unknown") return [messages.unknown(shopName), 404];
  if (outcome.is === "invalid link") return [messages.LINK_NOT_VALID, 410];
  const { name, startDay } = outcome.giveaway;
  switch (outcome.is) {
    case "requested":
      return [messages.requested(name), 200];
    case "registered":
      return [messages.registered(name, outcome.number, outcome.digest.slice(0, CODE_LENGTH)), 200];
    case "registered before":
      return [messages.registeredBefore(name), 200];
    case "scheduled":
      return [messages.notYet(name, formatUsDate(startDay ?? "")), 200];
    case "full":
      return [messages.full(name), 410];
    case "ended":
    case "drawn":
      return [messages.ended(name), 410];
  }
}
