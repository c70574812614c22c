import { z } from "zod";
import { checkEmailPage, outcomePage, refusedForm } from "~/core/public-forms/pages.server";
import { submitEntry, type Visitor } from "~/core/public-forms/submit-entry.server";
import type { Shop } from "~/platform/auth/shops.server";
import { systemClock } from "~/platform/clock";
import { formatUsDate } from "~/platform/dates/date-text";
import { formatInstant } from "~/platform/dates/instant";
import { withShop } from "~/platform/db/with-shop.server";
import { isMailAddress, oneLine } from "~/platform/mail-address";
import { storefrontHome, storefrontUrl } from "~/platform/personal-link.server";
import { readPublicForm } from "~/platform/public-form";
import { cleanIdentifier } from "~/platform/text/identifier";
import type { PersonValues } from "~/ui/storefront/PersonFields";
import { drawFingerprint } from "../draw/draw-fingerprint.server";
import { GiveawayPage } from "../ui/public/GiveawayPage";
import { GiveawaySentencePage, type PublicFairness } from "../ui/public/GiveawaySentencePage";
import { closedSentence, giveawayForm, newEntry } from "./entry.server";
import * as messages from "./messages";
import { type Fairness, type OpenedGiveaway, openGiveaway } from "./open-giveaway.server";

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
export async function requestedPage(
  shop: Shop,
  visitor: Visitor,
  key: string,
  form: FormData,
): Promise<Answer> {
  const now = systemClock.now();
  const opened = await openGiveaway(shop, key, now);
  if (opened.is !== "open") return refusedForm(answerOf(shop, opened));
  const { values, errors, data } = readPublicForm(form, ["firstName", "lastName", "email"], applicant);
  if (errors) return { ...formPage(opened, values, errors), status: 400 };
  const { giveaway } = opened;
  const entry = await withShop(shop.domain, (tx) => newEntry(tx, giveaway, data));
  const outcome = await submitEntry(shop, giveawayForm, entry, visitor, now);
  return outcome ? outcomePage(outcome) : checkEmailPage(`Your entry in ${giveaway.name}`);
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

type Outcome = Exclude<OpenedGiveaway, { is: "open" }>;

function answerOf(shop: Shop, outcome: Outcome): Answer {
  const [sentence, status] = sentenceOf(shop, outcome);
  const { name: shopName, domain } = shop;
  return {
    page: (
      <GiveawaySentencePage
        sentence={sentence}
        fairness={
          "fairness" in outcome && outcome.fairness
            ? toPublicFairness(outcome.fairness, shop, outcome.giveaway.key)
            : undefined
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
  { domain, timeZone }: Shop,
  key: string,
): PublicFairness => ({
  commitment,
  program: storefrontUrl(domain, "verify-draw"),
  draws: draws.map((draw) => ({
    number: draw.number,
    drawnAt: `${formatInstant(draw.drawnAt, timeZone).dateTime} (${timeZone})`,
    commitment: draw.commitment,
    fingerprint: drawFingerprint(draw),
    entries: draw.entries,
    winners: draw.result.slice(0, draw.winners),
    alternates: draw.result.slice(draw.winners),
    withdrawals: withdrawals.filter((one) => one.draw === draw.number),
    file: storefrontUrl(domain, `giveaway/${key}/draw/${draw.number}`),
  })),
});

function sentenceOf({ name: shopName }: Shop, outcome: Outcome): [messages.Sentence, number] {
  if (outcome.is === "unknown") return [messages.unknown(shopName), 404];
  return [closedSentence(outcome.is, outcome.giveaway), outcome.is === "scheduled" ? 200 : 410];
}
