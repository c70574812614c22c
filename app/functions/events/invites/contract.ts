import { z } from "zod";
import { numberedPageOf, numberedRequest } from "~/core/lists/numbered-page";
import { EMAIL_NOT_VALID, MAX_INVITEES, tooManyInvited } from "~/domain/invitations/messages";
import { inviteeEmail, inviteeNames } from "~/domain/invitations/person";
import { INVITATION_STATES } from "~/domain/invitations/states";
import { call } from "~/platform/contract/call";
import { MAX_MAIL_ADDRESS_LENGTH } from "~/platform/mail-address";
import { cleanIdentifier } from "~/platform/text/identifier";
import { eventId } from "../event-id";
import { INVITEES_PER_PAGE } from "./list";

const operationId = z.string().min(8).max(100).optional();

/** A person on an event's list, with the specified fields and their state. */
const invitee = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** The shop's name. */
  store: z.string(),
  /** The invited date: an instant, ISO 8601. */
  date: z.string(),
  state: z.enum(INVITATION_STATES),
  /** Since when that is so. */
  stateAt: z.string(),
  /** Why the email wasn't delivered. Null otherwise. */
  problem: z.string().nullable(),
  /** The number of the customer that they became. */
  customerId: z.string().nullable(),
});
export type InviteeRow = z.infer<typeof invitee>;

/** What is longer than any address is cut to what still is, and fails in its own row. */
const writtenEmail = z
  .string(EMAIL_NOT_VALID)
  .transform((email) => cleanIdentifier(email).slice(0, MAX_MAIL_ADDRESS_LENGTH + 1));

/** One person as the specification's two texts spell them: in either case, or as a plain address. */
const written = z.union(
  [
    writtenEmail.transform((email) => ({ email })),
    z
      .looseObject({
        email: writtenEmail,
        firstName: z.string().optional(),
        lastName: z.string().optional(),
        first_name: z.string().optional(),
        last_name: z.string().optional(),
      })
      .transform(({ email, firstName, lastName, first_name, last_name }) => ({
        email,
        firstName: firstName ?? first_name,
        lastName: lastName ?? last_name,
      })),
  ],
  "must be an email address, or an object with email, firstName and lastName",
);
export type WrittenPerson = z.output<typeof written>;

/** The same names in either spelling, for a call about one person. */
const camel = (input: unknown): unknown => {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  const { first_name, last_name, ...rest } = input as Record<string, unknown>;
  return {
    ...(first_name !== undefined && { firstName: first_name }),
    ...(last_name !== undefined && { lastName: last_name }),
    ...rest,
  };
};

/** The calls about an event's invitees. */
export const inviteCalls = {
  inviteList: call("showEvents")
    .route({
      method: "GET",
      path: "/events/invites/list/{eventId}",
      summary: "A page of an event's invitees, latest first",
    })
    .input(
      z.object({
        eventId,
        ...numberedRequest(INVITEES_PER_PAGE),
        /** 1: those who registered; 0: those who have not; absent: both. */
        registered: z.enum(["0", "1"], "must be 0 or 1").optional(),
        /** A part of the address or the name, or a day of the invitation as DD-MM-YYYY. */
        search: z.string().trim().max(254, "must be at most 254 characters").default(""),
      }),
    )
    .output(numberedPageOf(invitee)),
  inviteOne: call("showEvents")
    .route({
      method: "POST",
      path: "/events/invites/user/{eventId}",
      inputStructure: "detailed",
      summary: "Invite one person to an event. Names are also accepted as first_name and last_name",
    })
    .input(
      z.object({
        params: z.object({ eventId }),
        body: z.preprocess(camel, inviteeNames.extend({ email: inviteeEmail, operationId })),
      }),
    )
    .output(z.object({ customer: invitee })),
  inviteMany: call("showEvents")
    .route({
      method: "POST",
      path: "/events/invites/users/{eventId}",
      inputStructure: "detailed",
      summary:
        "Invite several people to an event, or invite them again: objects with their names, or plain addresses",
    })
    .input(
      z.object({
        params: z.object({ eventId }),
        query: z.object({ operationId }).default({}),
        body: z
          .array(written, "must be a list of people")
          .min(1, "must name at least one person")
          .max(MAX_INVITEES, tooManyInvited),
      }),
    )
    .output(
      z.object({
        /** The job that invites them, with an outcome each. */
        jobId: z.string(),
        count: z.number().int(),
      }),
    ),
  removeUsers: call("showEvents")
    .route({
      method: "DELETE",
      path: "/events/{id}/users",
      summary: "Remove all people from an event, including registered ones",
    })
    .input(z.object({ id: eventId, operationId }))
    .output(z.object({ jobId: z.string().nullable(), count: z.number().int() })),
  report: call("showEvents")
    .route({
      method: "POST",
      path: "/events/report/{id}",
      summary: "Create an event's report and email it to the caller, at most once a minute",
    })
    .input(z.object({ id: eventId }))
    .output(z.object({ jobId: z.string(), to: z.string() })),
};
