import { z } from "zod";
import { numberedPageOf, numberedRequest } from "~/core/lists/numbered-page";
import { MAX_INVITEES, tooManyInvited } from "~/domain/invitations/messages";
import { INVITATION_STATES } from "~/domain/invitations/states";
import { call } from "~/platform/contract/call";
import { invitedUser, writtenUser } from "./invited-user";
import { invitesList } from "./list";
import { MAX_BULK_CHANGES } from "./messages";

const id = z.uuid("must be the id of an invitation");
const operationId = z.string().min(8).max(100).optional();
/** An instant, ISO 8601. */
const instant = z.string();

/** A person who is invited or registered. */
const invitedRow = z.object({
  /** The invitation's id: the calls about it take it. Who registers becomes a customer of the store only then. */
  customerID: z.string(),
  displayName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** The type's name. */
  userType: z.string(),
  userTypeID: z.number().int(),
  /** The invited date. */
  createdAt: instant,
  /** Those of the invitation itself, beside the type's. */
  tags: z.array(z.string()),
  state: z.enum(INVITATION_STATES),
  /** When it got its state. */
  stateAt: instant,
  /** Why its email wasn't delivered. Null otherwise. */
  problem: z.string().nullable(),
  mailId: z.string().nullable(),
  /** The number of the customer that they became. */
  shopifyCustomerId: z.string().nullable(),
  /** That customer's page in the Shopify admin. */
  url: z.string().nullable(),
});
export type InvitedRow = z.infer<typeof invitedRow>;

const done = z.object({ status: z.literal(true), msg: z.string() });
const aboutOne = done.extend({ id: z.string() });
const aboutSent = aboutOne.extend({
  /** Why no email was sent, although the person is invited. Null when it is on its way. */
  notSent: z.string().nullable(),
});
const withReason = z.array(z.object({ id: z.string(), why: z.string() }));
const aboutSeveral = done.extend({
  /** The invitations that it was done with. */
  ids: z.array(z.string()),
  /** Those of them to which no email is on its way, each with the reason in a sentence. */
  notSent: withReason,
  /** The others, each with the reason in a sentence. */
  refused: withReason,
});
export type SeveralChanged = z.infer<typeof aboutSeveral>;

/** The selected rows: an address that is not the invitation's is refused. */
const several = z.object({
  list: z
    .array(z.object({ id, email: z.string().max(254).optional() }))
    .min(1, "must name an invitation")
    .max(MAX_BULK_CHANGES, `must be at most ${MAX_BULK_CHANGES}`),
  operationId,
});

const selection = {
  registered: z.coerce
    .string()
    .refine((text) => ["0", "1"].includes(text), "must be 1 or 0")
    .default("0"),
  search: z.string().trim().max(60, "must be at most 60 characters").default(""),
  sort: z.string().max(40).optional(),
};

/** The calls about invitations by user type. */
export const invitationCalls = {
  list: call("showInvites")
    .route({ method: "GET", path: "/invites/list", summary: "A page of those invited, or registered" })
    .input(z.object({ ...selection, ...numberedRequest(invitesList.pageSize) }))
    .output(numberedPageOf(invitedRow)),
  invite: call("showInvites")
    .route({ method: "POST", path: "/invites/user", summary: "Invite a person" })
    .input(invitedUser.extend({ operationId }))
    .output(aboutSent),
  remove: call("showInvites")
    .route({
      method: "DELETE",
      path: "/invites/user/{id}",
      summary: "Delete an invitation. Its link stops working",
    })
    .input(z.object({ id }))
    .output(aboutOne),
  resend: call("showInvites")
    .route({
      method: "POST",
      path: "/invites/user/{id}/resend",
      summary: "Send an invitation again, with a new link",
    })
    .input(z.object({ id, operationId }))
    .output(aboutSent),
  inviteMany: call("showInvites")
    .route({
      method: "POST",
      path: "/invites/users",
      summary: "Invite the people of a spreadsheet, as a job",
      successStatus: 202,
    })
    .input(
      z.object({
        list: z.array(writtenUser).max(MAX_INVITEES, tooManyInvited),
        operationId,
      }),
    )
    .output(done.extend({ jobId: z.string() })),
  removeMany: call("showInvites")
    .route({ method: "DELETE", path: "/invites/users", summary: "Take several invitations back" })
    .input(several)
    .output(aboutSeveral),
  resendMany: call("showInvites")
    .route({ method: "POST", path: "/invites/users/resend", summary: "Send several invitations again" })
    .input(several)
    .output(aboutSeveral),
  restoreMany: call("showInvites")
    .route({
      method: "POST",
      path: "/invites/users/restore",
      summary: "Restore deleted invitations",
    })
    .input(several)
    .output(aboutSeveral),
  exportUsers: call("showInvites")
    .route({
      method: "POST",
      path: "/invites/users/export",
      summary: "Write the spreadsheet of those invited, or registered, as a job",
      successStatus: 202,
    })
    .input(z.object({ ...selection, operationId }).default({ registered: "0", search: "" }))
    .output(done.extend({ jobId: z.string() })),
  figure: call("showInvites")
    .route({ method: "GET", path: "/invites/figure", summary: "The live figure of the home page's card" })
    .output(z.object({ text: z.string(), asOf: z.string().nullable() })),
};
