import { z } from "zod";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { RegisteredKind } from "~/domain/customers/kinds";
import { inviteeEmail, inviteeNames } from "~/domain/invitations/person";
import type { Shop } from "~/platform/auth/shops.server";
import { systemClock } from "~/platform/clock";
import { isStorable } from "~/platform/contract/storable-text";
import { formatUsDate } from "~/platform/dates/us-date";
import { storefrontHome } from "~/platform/storefront.server";
import { MAX_CODE_LENGTH } from "../limits";
import { type ApplicantFields, CodePage, CodeSentencePage } from "../ui/public/CodePages";
import * as messages from "../ui/public/messages";
import type { CodeRefusal } from "./register-operation.server";
import { type RegisteredWithCode, registerWithCode } from "./register-with-code.server";

/** A public page with its status. */
interface Answer {
  page: React.ReactElement;
  status?: number;
}

const applicant = inviteeNames.extend({
  code: z.string().trim().min(1, messages.CODE_NOT_VALID).max(MAX_CODE_LENGTH, messages.CODE_NOT_VALID),
  kind: z.enum(["student", "staff"] satisfies RegisteredKind[], messages.KIND_NOT_VALID),
  email: inviteeEmail,
});

/** The page on which people register with a code. @param code from its address, where a link contains it */
export const codePage = ({ name }: Shop, code: string): Answer => ({
  page: (
    <CodePage
      shopName={name}
      values={{ ...EMPTY_FIELDS, code: isStorable(code) ? code.slice(0, MAX_CODE_LENGTH) : "" }}
    />
  ),
});

const EMPTY_FIELDS: ApplicantFields = { code: "", kind: "student", firstName: "", lastName: "", email: "" };

/** Answers the page's form. */
export async function registeredWithCodePage(shop: Shop, form: FormData): Promise<Answer> {
  const names = Object.keys(EMPTY_FIELDS) as (keyof ApplicantFields)[];
  const values = Object.fromEntries(names.map((name) => [name, textOf(form, name)])) as Record<
    keyof ApplicantFields,
    string
  >;
  const read = applicant.safeParse(values);
  if (!read.success) {
    const errors = Object.fromEntries(
      read.error.issues.map(({ path, message }) => [path.join("."), message]),
    );
    return formPage(shop, values, errors, 400);
  }
  const tools = { adminApi: liveAdminApi(shop.domain), clock: systemClock };
  const outcome = await registerWithCode(tools, shop, read.data);
  const problem = problemOf(outcome);
  return problem ? formPage(shop, values, problem.errors, problem.status) : sentencePage(shop, outcome);
}

/** Text that can't be stored becomes empty, and the field's own rule refuses it. */
const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" && isStorable(value) ? value : "";
};

const formPage = (
  { name }: Shop,
  values: ApplicantFields,
  errors: Partial<ApplicantFields>,
  status: number,
): Answer => ({ page: <CodePage shopName={name} values={values} errors={errors} />, status });

/** What is wrong with the code or the address: the person can correct it on the same page. */
function problemOf(
  outcome: RegisteredWithCode,
): { errors: Partial<ApplicantFields>; status: number } | undefined {
  switch (outcome.is) {
    case "unknown":
      return { errors: { code: messages.UNKNOWN_CODE }, status: 404 };
    case "scheduled":
      return { errors: { code: messages.notYet(formatUsDate(outcome.startDay)) }, status: 400 };
    case "expired":
      return { errors: { code: messages.EXPIRED_CODE }, status: 410 };
    case "used up":
      return { errors: { code: messages.USED_UP_CODE }, status: 410 };
    case "not allowed":
      return { errors: { email: messages.NOT_ALLOWED }, status: 403 };
    default:
      return undefined;
  }
}

type Outcome = Exclude<RegisteredWithCode, CodeRefusal>["is"] | "registered before";

function sentencePage({ name, domain }: Shop, outcome: RegisteredWithCode): Answer {
  const sentences: Record<Outcome, [messages.Sentence, number]> = {
    registered: [messages.registered(name), 200],
    "registered before": [messages.registered(name), 200],
    pending: [messages.pending(name), 202],
    refused: [messages.refused(name), 502],
  };
  const [sentence, status] = sentences[outcome.is as Outcome];
  return {
    page: <CodeSentencePage sentence={sentence} shopName={name} shopUrl={storefrontHome(domain)} />,
    status,
  };
}
