import { z } from "zod";
import { isDateText } from "~/platform/dates/date-text";
import { centsSchema } from "~/platform/money/cents-schema";
import { cleanIdentifier } from "~/platform/text/identifier";
import { TAGGED_FIELDS } from "./edit-fields";
import { discountLimitProblem, tagValueProblem } from "./tag-value";

export const text = z.string();

/** A single customer. Missing values are empty text, and so are those of a customer of no kind. */
export const customerDetailShape = z.object({
  id: text,
  displayName: text,
  email: text,
  tags: z.array(text),
  /** Instant, ISO 8601. */
  createdAt: text,
  /** The customer in the Shopify admin. */
  url: text,
  /** The status of each of their registrations, as people read it. */
  registrations: z.array(z.object({ noun: text, status: text })),
  nationalPartner: text,
  stp_startDate: text,
  stp_endDate: text,
  stp_school: text,
  stp_course: text,
  stp_state: text,
  profile_crm_id: text,
  profile_as400_id: text,
  profile_phone: text,
  profile_dob: text,
  profile_country: text,
  profile_privacy_policy_consent: text,
  profile_email_policy_consent: text,
  profile_link_distributor: text,
  profile_distributor_name: text,
  discount_limit: text,
  /** Whole cents; read-only. */
  amountSpentCents: centsSchema,
  /** The values by the names of the update payload, to be sent back as `seen`. */
  values: z.record(text, text),
});

const maxText = z.string().trim().max(255, "must be at most 255 characters");
const field = maxText.optional();

const day = field.refine((value) => !value || isDateText(value), "must be a date as MM/DD/YYYY");

/** A field whose value is also stored in a tag. */
const tagged = (name: keyof typeof TAGGED_FIELDS) =>
  maxText
    .overwrite(cleanIdentifier)
    .optional()
    .superRefine((value, refused) => {
      const problem = tagValueProblem(TAGGED_FIELDS[name] ?? "", value ?? "");
      if (problem) refused.addIssue(problem);
    });

const consent = z.enum(["1", "0", ""], "must be 1 or 0").optional();

const MAX_LIMIT = 999_999_999_999;

/** A discount limit that is a JSON number. Handlers get its digits. */
export const limitNumber = z.number().int().min(0).max(MAX_LIMIT).transform(String);

const LIMIT_NOT_VALID = "must be at most 12 digits, or empty";

/** The update payload. An absent field stays as it is. A blank one is cleared. */
export const customerUpdate = z.object({
  id: text.max(80),
  startdate: day,
  enddate: day,
  limit: z.union(
    [tagged("limit").refine((value) => !discountLimitProblem(value ?? ""), LIMIT_NOT_VALID), limitNumber],
    LIMIT_NOT_VALID,
  ),
  school: field,
  course: field,
  state: field,
  crm_id: tagged("crm_id"),
  as400_id: tagged("as400_id"),
  phone: field,
  dob: day,
  country: field,
  privacy_policy_consent: consent,
  email_policy_consent: consent,
  link_distributor: field,
  distributor_name: field,
  /** The values of the fields when the dialog was opened. A field that has changed since is refused. */
  seen: z.record(z.string().max(40), z.string().max(5_000)).optional(),
});

/** The number at the end of a customer's id, in a path. */
export const customerIdInPath = text.regex(
  /^\d{1,16}$/,
  "must be the number at the end of the customer's id",
);
