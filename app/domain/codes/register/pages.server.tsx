import { z } from "zod";
import { checkEmailPage, outcomePage } from "~/core/public-forms/pages.server";
import { submitEntry, type Visitor } from "~/core/public-forms/submit-entry.server";
import type { RegisteredKind } from "~/domain/customers/kinds";
import { inviteeEmail, inviteeNames } from "~/domain/invitations/person";
import type { Shop } from "~/platform/auth/shops.server";
import { systemClock } from "~/platform/clock";
import { isStorable } from "~/platform/contract/storable-text";
import { readPublicForm } from "~/platform/public-form";
import { cleanIdentifier } from "~/platform/text/identifier";
import { MAX_CODE_LENGTH } from "../code-tags";
import { type ApplicantFields, CodePage } from "../ui/public/CodePage";
import * as messages from "../ui/public/messages";
import { codeForm, newRegistration } from "./code-form.server";

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
export async function requestedPage(shop: Shop, visitor: Visitor, form: FormData): Promise<Answer> {
  const { values, errors, data } = readPublicForm(form, FIELDS, applicant);
  if (errors) return formPage(shop, values, errors, 400);
  const now = systemClock.now();
  const entry = await newRegistration(shop, data, now);
  if (!entry) return formPage(shop, values, { code: messages.CODE_NOT_USABLE }, 404);
  const outcome = await submitEntry(shop, codeForm, entry, visitor, now);
  return outcome ? outcomePage(outcome) : checkEmailPage("Your registration");
}

const formPage = (
  { name }: Shop,
  values: ApplicantFields,
  errors: Partial<ApplicantFields>,
  status: number,
): Answer => ({ page: <CodePage shopName={name} values={values} errors={errors} />, status });
