import { z } from "zod";
import { customerListBody, customerListQuery } from "~/domain/customers/list-request";
import type { Flag } from "~/platform/auth/permission";
import { call } from "~/platform/contract/call";
import { AUDIENCES } from "./audiences";
import { invitationPage } from "./row";
import { INVITED_SCREENS, type InvitedAudience } from "./screens";
import { type InvitationState, STATES_OF_TAB } from "./states";

const text = z.string();
const count = z.number().int();
const id = z.uuid("must be the id of an invitation");
const operationId = text.min(8).max(100).optional();

/** As many rows as an import takes. */
const MOST_ROWS = 100_000;
const MOST_CHARACTERS = 5_000;

/** A row of a sheet, or of section 3's payload; its keys are matched like headings, without capitals, spaces and signs. */
const sheetRow = z.record(
  text.max(255),
  z.union(
    [
      text.max(MOST_CHARACTERS, `must be at most ${MOST_CHARACTERS} characters`),
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
  .max(MOST_ROWS, `must be at most ${MOST_ROWS.toLocaleString("en-US")} rows`);

/** A row that came to nothing, by its number as in a sheet: the first of the list is 2. */
const refusedRow = z.object({
  row: count,
  reasons: z.array(z.object({ field: text, sentence: text })),
});

const invitedRows = z.object({
  /** How many are invited, or will be by the jobs. */
  invited: count,
  changed: count,
  refused: z.array(refusedRow),
  /** The jobs that invite them, where they are several: one for each audience. */
  jobIds: z.array(text),
});
export type InvitedRows = z.infer<typeof invitedRows>;

const person = z.object({ id: text, name: text, email: text });

/** A page of one half of a list of invitations. */
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
        body: customerListBody,
      }),
    )
    .output(invitationPage);

/** The calls of a screen of invited users (section 7 of the first specification text). */
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
      /** Null above ten thousand: counting on would cost more than it tells. */
      .output(z.object({ invited: count.nullable(), registered: count.nullable() })),
    options: call(flag)
      .route({ method: "GET", path: `/${path}users/options`, summary: "What this shop offers on the screen" })
      /** Whether MTD users may be invited: retirees, where the shop's switch is on. */
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
          /** first_name, last_name, email, additional_tags; id, empty when new; of one to be changed also its version. */
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
        summary: `Invite everybody of a sheet with the heading Email once more`,
      })
      .input(z.object({ excelData: sheetRows, operationId }))
      .output(invitedRows),
    reinvite: call(flag)
      .route({
        method: "POST",
        path: `/${path}sendinvite/{id}`,
        summary: "Send one invitation once more",
      })
      .input(z.object({ id, operationId }))
      .output(person),
    revoke: call(flag)
      .route({
        method: "DELETE",
        path: `/${path}inviteduser/{id}`,
        summary: "Take an invitation back: its links stop working, and it leaves the list",
      })
      .input(z.object({ id }))
      .output(person),
    restore: call(flag)
      .route({
        method: "POST",
        path: `/${path}inviteduser/{id}/restore`,
        summary: "Bring an invitation back that was deleted",
      })
      .input(z.object({ id, operationId }))
      .output(person),
  };
}

/** Every audience's flag: of which invitation a row is, says the row itself. */
const INVITATION_FLAGS: readonly Flag[] = Object.values(AUDIENCES).map(({ flag }) => flag);

/** The calls about invitations of any audience. */
export const invitationsContract = {
  reinviteMany: call(INVITATION_FLAGS)
    .route({
      method: "POST",
      path: "/bulkreinvite",
      inputStructure: "detailed",
      summary: "Send invitations once more; each row needs the flag of its own audience",
    })
    .input(
      z.object({
        headers: z.object({ "idempotency-key": operationId }).default({}),
        body: z
          .array(z.object({ id, email: text.max(255).default("") }))
          .min(1, "must name at least one invitation")
          .max(MOST_ROWS, `must be at most ${MOST_ROWS.toLocaleString("en-US")} rows`),
      }),
    )
    .output(invitedRows),
};
