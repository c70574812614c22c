import { z } from "zod";
import { REGISTRATION_FLAGS, REGISTRATIONS } from "~/domain/registrations/status";
import { call } from "~/platform/contract/call";
import { isDay } from "~/platform/written-day";
import { TAGGED_FIELDS } from "./edit-fields";
import { CUSTOMER_FLAGS } from "./kinds";
import { tagValueProblem } from "./tag-value";

const text = z.string();

/** A single customer, in the field names of section 3; missing values are empty text. */
export const customerDetailShape = z.object({
  id: text,
  displayName: text,
  email: text,
  tags: z.array(text),
  /** Instant, ISO 8601. */
  createdAt: text,
  /** The customer in the Shopify admin. */
  url: text,
  /** Where their registrations stand, in the words for people. */
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
  amountSpentCents: z.number().int(),
  /** The same by the names of the update payload, to be sent back as `seen`. */
  values: z.record(text, text),
});

const field = z.string().trim().max(255, "must be at most 255 characters").optional();
const day = field.refine((value) => !value || isDay(value), "must be a date as MM/DD/YYYY");
/** A field whose value also stands in a tag. */
const tagged = (name: keyof typeof TAGGED_FIELDS) =>
  field.superRefine((value, refused) => {
    const problem = tagValueProblem(TAGGED_FIELDS[name] ?? "", value ?? "");
    if (problem) refused.addIssue(problem);
  });
const consent = z.enum(["1", "0", ""], "must be 1 or 0").optional();

/** The update payload of section 3. A field that is absent stays as it is, a blank one is cleared. */
export const customerUpdate = z.object({
  id: text.max(80),
  startdate: day,
  enddate: day,
  limit: tagged("limit").refine((value) => !value || /^\d+$/.test(value), "must be digits only, or empty"),
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
  /** What stood in the fields when the dialog was opened; a field that somebody changed since is refused. */
  seen: z.record(z.string().max(40), z.string().max(5_000)).optional(),
});

const customerId = text.regex(/^\d{1,20}$/, "must be the number at the end of the customer's id");

/** What may go with a decision, beside the specification's call. */
const withDecision = {
  /** The code of an active reason; goes with a rejection only. */
  reason: text.trim().max(40).optional(),
  /** For the staff. */
  note: text.trim().max(1_000, "must be at most 1,000 characters").optional(),
  /** Tell the person by mail; when absent, a rejection does not and an approval does as the shop's switch says. */
  notify: z.boolean("must be true or false").optional(),
};

/** What a decision did about mails to the person. */
const mails = z.object({
  own: z.enum(["queued", "no address"]).nullable(),
  earlier: z.enum(["cancelled", "sent"]).nullable(),
});

/** Calls about one customer that several functions share; which flag is needed depends on who the customer is. */
export const customersContract = {
  detail: call(CUSTOMER_FLAGS)
    .route({ method: "GET", path: "/customer/{id}", summary: "One customer, read from the store itself" })
    .input(z.object({ id: customerId }))
    .output(customerDetailShape),
  changeStatus: call(REGISTRATION_FLAGS)
    .route({
      method: "PUT",
      path: "/customers",
      summary: "Move a registration: adds the new status tag and removes the old one",
    })
    .input(
      z.object({
        ids: z.object({ id: text.max(80) }).loose(),
        removeTag: text.max(255),
        addTag: text.max(255),
        ...withDecision,
        /** Made by the caller; repeating the call with it has no second effect. */
        operationId: text.min(8).max(100).optional(),
      }),
    )
    .output(
      z.object({
        customer: z.object({ id: text }),
        decisionId: text,
        status: text,
        alreadyDone: z.boolean(),
        mails: mails.optional(),
      }),
    ),
  edit: call(REGISTRATION_FLAGS)
    .route({
      method: "PUT",
      path: "/studentcustomers",
      summary: "Edit the record of a student or staff customer",
    })
    .input(customerUpdate)
    .output(z.object({ customer: z.object({ id: text }), changed: z.array(text) })),
  lastDecision: call(REGISTRATION_FLAGS)
    .route({
      method: "GET",
      path: "/customer/{id}/last-decision",
      summary: "The last decision on a person, as long as it can be taken back",
    })
    .input(z.object({ id: customerId }))
    .output(
      z.object({
        decision: z.object({ id: text, status: text, by: text, at: text }).nullable(),
        /** The question that the person waits with; it comes before the last decision. */
        question: z.object({ id: text, text, by: text, at: text }).nullable(),
      }),
    ),
  undoDecision: call(REGISTRATION_FLAGS)
    .route({
      method: "POST",
      path: "/decisions/{id}/undo",
      summary: "Take a decision back, as long as nobody changed it since",
    })
    .input(
      z.object({ id: z.uuid("must be the id of a decision"), operationId: text.min(8).max(100).optional() }),
    )
    .output(z.object({ customer: z.object({ id: text }), status: text, mails: mails.optional() })),
  decideMany: call(REGISTRATION_FLAGS)
    .route({
      method: "POST",
      path: "/customers/decisions",
      summary: "Move many registrations as one job",
      successStatus: 202,
    })
    .input(
      z.object({
        registration: z.enum(Object.keys(REGISTRATIONS) as [keyof typeof REGISTRATIONS]),
        customers: z
          .array(z.object({ id: text.max(80), label: text.max(300) }))
          .min(1)
          .max(10_000),
        removeTag: text.max(255),
        addTag: text.max(255),
        ...withDecision,
        /** Made by the caller; repeating the call with it answers the same job. */
        operationId: text.min(8).max(100).optional(),
      }),
    )
    .output(z.object({ jobId: text })),
  mirror: call("signed-in")
    .route({ method: "GET", path: "/mirror", summary: "How fresh the mirror of the store's customers is" })
    .output(
      z.object({
        heardAt: text.nullable(),
        rebuiltAt: text.nullable(),
        rebuilding: z.boolean(),
        rows: z.number().nullable(),
      }),
    ),
  rebuildMirror: call("owner")
    .route({
      method: "POST",
      path: "/mirror/rebuild",
      summary: "Read all customers from the store again",
      successStatus: 202,
    })
    .output(z.object({ jobId: text })),
};
