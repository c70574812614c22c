import { z } from "zod";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { RegisteredKind } from "~/domain/customers/kinds";
import { inviteeEmail, inviteeNames } from "~/domain/invitations/person";
import type { Shop } from "~/platform/auth/shops.server";
import { systemClock } from "~/platform/clock";
import { isStorable } from "~/platform/contract/storable-text";
import { formatUsDate } from "~/platform/dates/us-date";
import { readFields, readPublicForm } from "~/platform/public-form";
import { storefrontHome } from "~/platform/storefront.server";
import { cleanIdentifier } from "~/platform/text/identifier";
import { MAX_CODE_LENGTH } from "../limits";
import { type ApplicantFields, CodeConfirmPage, CodePage, CodeSentencePage } from "../ui/public/CodePages";
import * as messages from "../ui/public/messages";
import {
  type CodeRequest,
  type ConfirmedRegistration,
  confirmRegistration,
  findRequest,
} from "./confirm-registration.server";
import { requestRegistration } from "./request-registration.server";

/** A public page with its status. */
interface Answer {
  page: React.ReactElement;
  status?: number;
}

const applicant = inviteeNames.extend({
  code: z
    .string()
    .overwrite(cleanIdentifier)
    .min(1, messages.CODE_NOT_VALID)
    .max(MAX_CODE_LENGTH, messages.CODE_NOT_VALID),
  kind: z.enum(["student", "staff"] satisfies RegisteredKind[], messages.KIND_NOT_VALID),
  email: inviteeEmail,
});

const EMPTY_FIELDS: ApplicantFields = { code: "", kind: "student", firstName: "", lastName: "", email: "" };
const FIELDS = Object.keys(EMPTY_FIELDS) as (keyof ApplicantFields)[];

/** The page on which people register with a code. @param code from its address, where a link contains it */
export const codePage = ({ name }: Shop, code: string): Answer => ({
  page: (
    <CodePage
      shopName={name}
      values={{ ...EMPTY_FIELDS, code: isStorable(code) ? code.slice(0, MAX_CODE_LENGTH) : "" }}
    />
  ),
});

/** Answers the page's form: the registration has to be confirmed by email. The web server limits how often 404 is answered. */
export async function requestedPage(shop: Shop, form: FormData): Promise<Answer> {
  const { values, errors, data } = readPublicForm(form, FIELDS, applicant);
  if (errors) return formPage(shop, values, errors, 400);
  const { is } = await requestRegistration(shop, data, systemClock.now());
  return is === "requested"
    ? sentencePage(shop, messages.REQUESTED)
    : formPage(shop, values, { code: messages.CODE_NOT_USABLE }, 404);
}

/** The page of the personal link that confirms a registration. Opening it changes nothing, as mail scanners open links, too. */
export async function confirmPage(shop: Shop, token: string): Promise<Answer> {
  const request = await findRequest(shop, token, systemClock.now());
  return request ? unconfirmedPage(shop, request) : sentencePage(shop, messages.LINK_NOT_VALID, 410);
}

/** Handles the button of that page. */
export async function confirmedPage(shop: Shop, token: string, form: FormData): Promise<Answer> {
  const tools = { adminApi: liveAdminApi(shop.domain), clock: systemClock };
  const shown = readFields(form, ["firstName", "lastName", "kind"]);
  const outcome = await confirmRegistration(tools, shop, token, shown);
  if (outcome.is === "changed") return { ...unconfirmedPage(shop, outcome.request, true), status: 409 };
  const [sentence, status] = sentenceOf(shop, outcome);
  return sentencePage(shop, sentence, status);
}

const unconfirmedPage = ({ name }: Shop, request: CodeRequest, isChanged = false): Answer => ({
  page: <CodeConfirmPage shopName={name} values={request} isChanged={isChanged} />,
});

const formPage = (
  { name }: Shop,
  values: ApplicantFields,
  errors: Partial<ApplicantFields>,
  status: number,
): Answer => ({ page: <CodePage shopName={name} values={values} errors={errors} />, status });

function sentenceOf(
  { name }: Shop,
  outcome: Exclude<ConfirmedRegistration, { is: "changed" }>,
): [messages.Sentence, number] {
  switch (outcome.is) {
    case "registered":
    case "registered before":
      return [messages.registered(name), 200];
    case "pending":
      return [messages.pending(name), 202];
    case "refused":
      return [messages.refused(name), 502];
    case "scheduled":
      return [messages.notYet(formatUsDate(outcome.startDay)), 400];
    case "expired":
      return [messages.EXPIRED_CODE, 410];
    case "used up":
      return [messages.USED_UP_CODE, 410];
    case "not allowed":
      return [messages.NOT_ALLOWED, 403];
    default:
      return [messages.LINK_NOT_VALID, 410];
  }
}

const sentencePage = ({ name, domain }: Shop, sentence: messages.Sentence, status?: number): Answer => ({
  page: <CodeSentencePage sentence={sentence} shopName={name} shopUrl={storefrontHome(domain)} />,
  status,
});
