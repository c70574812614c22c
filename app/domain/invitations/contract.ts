import { z } from "zod";
import { searchBody } from "~/core/lists/search-body";
import { customerListQuery } from "~/domain/customers/list-request";
import type { Flag } from "~/platform/auth/permission";
import { call } from "~/platform/contract/call";
import { AUDIENCES } from "./audiences";
import { invitationPage } from "./row";
import { INVITED_SCREENS, type InvitedAudience } from "./screens";
import { INVITATION_STATES, type InvitationState, STATES_OF_TAB } from "./states";

const text = z.string();
const count = z.number().int();
const id = z.uuid("must be the id of an invitation");
const operationId = text.min(8).max(100).optional();

/** An import's maximum number of rows. */
const MAX_ROWS = 100_000;
const MAX_CHARACTERS = 5_000;

/** A row of a sheet or of a request; its keys are matched like headings, ignoring case, spaces and punctuation. */
const sheetRow = z.record(
  text.max(255),
  z.union(
    [
      text.max(MAX_CHARACTERS, `must be at most ${MAX_CHARACTERS} characters`),
      z.number(),
      z.boolean(),
      z.null(),
    ],
    "must be a text, a number, true, false or null",
  ),
);

const sheetRows = z
  .array(sheetRow)
  .min(1, "must have at least one row")
  .max(MAX_ROWS, `must be at most ${MAX_ROWS.toLocaleString("en-US")} rows`);

/** A failed row, numbered as in a sheet: the first one is 2. */
const refusedRow = z.object({
  row: count,
  reasons: z.array(z.object({ field: text, sentence: text })),
});

const invitedRows = z.object({
  /** How many people are invited now or by the jobs. */
  invited: count,
  changed: count,
  refused: z.array(refusedRow),
  /** The jobs that invite them, one per audience. */
  jobIds: z.array(text),
  /** Why no email was sent to a single person, such as a blocked address. Null otherwise: of several people, the job says it. */
  notSent: text.nullable(),
});
export type InvitedRows = z.infer<typeof invitedRows>;

const person = z.object({
  id: text,
  name: text,
  email: text,
  state: z.enum(INVITATION_STATES),
  /** Why no email was sent. Null for one that is queued or sent. */
  notSent: text.nullable(),
});

/** A page of one tab of an invitation list. */
const pageCall = <State extends InvitationState>(
  flag: Flag,
  path: `/${string}`,
  summary: string,
  states: readonly [State, ...State[]],
) =>
  call(flag)
    .route({ method: "POST", path, inputStructure: "detailed", summary })
    .input(
      z.object({
        query: customerListQuery
          .extend({ state: z.enum(states, `must be one of: ${states.join(", ")}`).optional() })
          .default({}),
        body: searchBody,
      }),
    )
    .output(invitationPage);

/** The calls of an invited users screen. */
export function invitedUserCalls(audience: InvitedAudience) {
  const { flag, noun } = AUDIENCES[audience];
  const { calls: path } = INVITED_SCREENS[audience];
  return {
    invited: pageCall(
      flag,
      `/${path}inviteuserslist`,
      `A page of invited ${noun.many}`,
      STATES_OF_TAB.invited,
    ),
    registered: pageCall(
      flag,
      `/${path}registereduserslist`,
      `A page of ${noun.many} who have registered`,
      STATES_OF_TAB.registered,
    ),
    counts: call(flag)
      .route({ method: "GET", path: `/${path}users/counts`, summary: `How many ${noun.many} each tab has` })
      /** Null above ten thousand, where counting would be too expensive. */
      .output(z.object({ invited: count.nullable(), registered: count.nullable() })),
    options: call(flag)
      .route({ method: "GET", path: `/${path}users/options`, summary: "What this shop offers on the screen" })
      /** Whether MTD users can be invited: retirees, in shops with the setting on. */
      .output(z.object({ mtd: z.boolean() })),
    figure: call(flag)
      .route({
        method: "GET",
        path: `/${path}users/figure`,
        summary: "The live figure of the home page's card",
      })
      .output(z.object({ text, asOf: text.nullable() })),
    save: call(flag)
      .route({
        method: "POST",
        path: `/${path}editinviteuser`,
        summary: `Invite ${noun.many} (rows without an id), or change the names of invited ones`,
      })
      .input(
        z.object({
          /** first_name, last_name, email, additional_tags; id, empty for a new one; version for a change. */
          excelData: sheetRows,
          /** Retirees only: all of them are MTD users. */
          mtdCheckbox: z.boolean("must be true or false").default(false),
          operationId,
        }),
      )
      .output(invitedRows),
    reinviteFile: call(flag)
      .route({
        method: "POST",
        path: `/${path}ImportReinviteUsers`,
        summary: `Reinvite the people in a sheet with the heading Email`,
      })
      .input(z.object({ excelData: sheetRows, operationId }))
      .output(invitedRows),
    reinvite: call(flag)
      .route({
        method: "POST",
        path: `/${path}sendinvite/{id}`,
        summary: "Resend an invitation",
      })
      .input(z.object({ id, operationId }))
      .output(person),
    revoke: call(flag)
      .route({
        method: "DELETE",
        path: `/${path}inviteduser/{id}`,
        summary: "Revoke an invitation: its links stop working and it leaves the list",
      })
      .input(z.object({ id }))
      .output(person),
    restore: call(flag)
      .route({
        method: "POST",
        path: `/${path}inviteduser/{id}/restore`,
        summary: "Restore a deleted invitation",
      })
      .input(z.object({ id, operationId }))
      .output(person),
  };
}

/** Every audience's flag, because each row names its own audience. */
const INVITATION_FLAGS: readonly Flag[] = Object.values(AUDIENCES).map(({ flag }) => flag);

/** The calls for invitations of any audience. */
export const invitationsContract = {
  reinviteMany: call(INVITATION_FLAGS)
    .route({
      method: "POST",
      path: "/bulkreinvite",
      inputStructure: "detailed",
      summary: "Resend invitations. Each row needs its own audience's flag",
    })
    .input(
      z.object({
        headers: z.object({ "idempotency-key": operationId }).default({}),
        body: z
          .array(z.object({ id, email: text.max(255).default("") }))
          .min(1, "must name at least one invitation")
          .max(MAX_ROWS, `must be at most ${MAX_ROWS.toLocaleString("en-US")} rows`),
      }),
    )
    .output(invitedRows),
};
