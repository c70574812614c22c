import { z } from "zod";
import type { Shop } from "~/platform/auth/shops.server";
import { systemClock } from "~/platform/clock";
import { isStorable } from "~/platform/contract/storable-text";
import { isMailAddress, oneLine } from "~/platform/mail-address";
import { storefrontHome } from "~/platform/storefront.server";
import { shownDay } from "~/platform/written-day";
import { GiveawayPage, type WrittenApplicant } from "../ui/public/GiveawayPage";
import { GiveawaySentencePage } from "../ui/public/GiveawaySentencePage";
import * as messages from "./messages";
import { type OpenedGiveaway, openGiveaway, type Registered, register } from "./register.server";

/** What the public page of a giveaway is answered with. */
interface Answer {
  page: React.ReactElement;
  status?: number;
}

const NAME_MOST = 255;
const NOBODY: WrittenApplicant = { firstName: "", lastName: "", email: "" };

const name = (problem: string) =>
  z.string(problem).transform(oneLine).pipe(z.string().min(1, problem).max(NAME_MOST, problem));

const applicant = z.object({
  firstName: name(messages.FIRST_NAME_NOT_VALID),
  lastName: name(messages.LAST_NAME_NOT_VALID),
  email: z
    .string()
    .trim()
    .refine((text) => isMailAddress(text), messages.EMAIL_NOT_VALID),
});

/** The registration page of a giveaway. @param key what its address ends with */
export async function giveawayPage(shop: Shop, key: string): Promise<Answer> {
  const opened = await openGiveaway(shop, key, systemClock.now());
  return opened.is === "open" ? formPage(opened, NOBODY) : saidOf(shop, opened);
}

/** What the page's form posts: who wants to take part. */
export async function registeredPage(shop: Shop, key: string, form: FormData): Promise<Answer> {
  const [firstName, lastName, email] = ["firstName", "lastName", "email"].map((field) => textOf(form, field));
  const written = { firstName, lastName, email } as WrittenApplicant;
  const read = applicant.safeParse(written);
  if (!read.success) {
    const opened = await openGiveaway(shop, key, systemClock.now());
    if (opened.is !== "open") return saidOf(shop, opened);
    const errors = Object.fromEntries(
      read.error.issues.map(({ path, message }) => [path.join("."), message]),
    );
    return { ...formPage(opened, written, errors), status: 400 };
  }
  return saidOf(shop, await register(shop, key, read.data, systemClock.now()));
}

/** What cannot be kept counts as nothing, which the fields' own rules refuse. */
const textOf = (form: FormData, field: string): string => {
  const value = form.get(field);
  return typeof value === "string" && isStorable(value) ? value : "";
};

function formPage(
  { giveaway, commitment }: Extract<OpenedGiveaway, { is: "open" }>,
  written: WrittenApplicant,
  errors?: Partial<WrittenApplicant>,
): Answer {
  const { name, description, endDay } = giveaway;
  const until = endDay && shownDay(endDay);
  return { page: <GiveawayPage {...{ name, description, until, commitment, written, errors }} /> };
}

function saidOf(shop: Shop, outcome: Registered): Answer {
  const [sentence, status] = sentenceOf(shop, outcome);
  const { name: shopName, domain } = shop;
  return {
    page: <GiveawaySentencePage sentence={sentence} shopName={shopName} shopUrl={storefrontHome(domain)} />,
    status,
  };
}

/** As many characters of an entry's code are enough to find it in the list of entries. */
const CODE_LENGTH = 12;

function sentenceOf({ name: shopName }: Shop, outcome: Registered): [messages.Sentence, number] {
  if (outcome.is === "unknown") return [messages.unknown(shopName), 404];
  const { name, startDay } = outcome.giveaway;
  switch (outcome.is) {
    case "registered":
      return [messages.registered(name, outcome.number, outcome.digest.slice(0, CODE_LENGTH)), 200];
    case "registered before":
      return [messages.registeredBefore(name), 200];
    case "scheduled":
      return [messages.notYet(name, shownDay(startDay ?? "")), 200];
    case "full":
      return [messages.full(name), 410];
    case "ended":
    case "drawn":
      return [messages.ended(name), 410];
  }
}
