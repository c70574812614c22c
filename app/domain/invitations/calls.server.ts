import { randomUUID } from "node:crypto";
import { z } from "zod";
import { deletionFields, undoFields } from "~/core/audit/deletion.server";
import { call } from "~/core/call.server";
import type { CallContext } from "~/core/context.server";
import { pathOfFlag } from "~/core/declared-name";
import { exportCallsWith } from "~/core/exports/calls-of-list.server";
import { exportSort } from "~/core/exports/list-export.server";
import { hitsOf, readHits } from "~/core/lists/hits.server";
import { pageOf, searchBody } from "~/core/lists/keyset-page";
import { customerListQuery } from "~/domain/customers/list.server";
import type { Flag } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { AUDIENCES } from "./audiences";
import { type CustomerInvitation, readCustomerInvitations } from "./customer-invitations.server";
import {
  countInvitations,
  countText,
  type Invitation,
  invitedName,
  publishInvitations,
  whyNotSent,
} from "./invitation.server";
import { reinvite } from "./invite.server";
import { INVITATION_SHEETS, INVITED_LISTS, invitationsQuery, listInvitations } from "./list.server";
import { isMtdOn, reinviteBySheet, reinviteMany, saveInvitedUsers } from "./reinvite-rows.server";
import { readInvitationDeletions, restoreInvitation, revokeInvitation } from "./restore.server";
import { invitedRows } from "./row";
import { INVITED_SCREENS, type InvitedAudience } from "./screens";
import { readInvitedUserRow } from "./sheet-row";
import {
  INVITATION_STATES,
  INVITATION_TABS,
  type InvitationState,
  type InvitationTab,
  STATES_OF_TAB,
} from "./states";

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

const person = z.object({
  id: text,
  name: text,
  email: text,
  state: z.enum(INVITATION_STATES),
  /** Why no email was sent. Null for one that is queued or sent. */
  notSent: text.nullable(),
});

/** One state of a tab, or all of them. */
const stateOf = <State extends InvitationState>(states: readonly [State, ...State[]]) =>
  z.enum(states, `must be one of: ${states.join(", ")}`).optional();

/** A page of one tab of a screen. */
const pageCall = <State extends InvitationState>(
  audience: InvitedAudience,
  tab: InvitationTab,
  path: `/${string}`,
  summary: string,
  states: readonly [State, ...State[]],
) =>
  call(`POST ${path}`, {
    for: AUDIENCES[audience].flag,
    summary,
    input: { query: customerListQuery.extend({ state: stateOf(states) }).default({}), body: searchBody },
    output: pageOf(INVITED_LISTS[audience].row),
    run: (context, { query, body }) =>
      withShop(context.shop.domain, (tx) =>
        listInvitations(tx, context, INVITED_LISTS[audience], {
          ...query,
          audience,
          groupId: "",
          tab,
          searchType: body.searchType,
          searchValue: body.searchValue.trim(),
        }),
      ),
  });

/** The calls of an invited users screen. */
export function invitedUserCalls(audience: InvitedAudience) {
  const { flag, noun } = AUDIENCES[audience];
  const { calls: path } = INVITED_SCREENS[audience];
  const scope = { audience, groupId: "" };

  /** Changes one invitation and publishes the change. */
  const change = async (
    { shop }: CallContext,
    work: (tx: ShopTransaction, shop: string) => Promise<Invitation>,
  ) => {
    const changed = await withShop(shop.domain, (tx) => work(tx, shop.domain));
    publishInvitations(shop.domain, audience, [changed.id]);
    const { id, email, state } = changed;
    return { id, name: invitedName(changed), email, state, notSent: whyNotSent(changed) };
  };

  return {
    invited: pageCall(
      audience,
      "invited",
      `/${path}inviteuserslist`,
      `A page of invited ${noun.many}`,
      STATES_OF_TAB.invited,
    ),
    registered: pageCall(
      audience,
      "registered",
      `/${path}registereduserslist`,
      `A page of ${noun.many} who have registered`,
      STATES_OF_TAB.registered,
    ),
    hits: call(`POST /${path}users/hits`, {
      for: flag,
      summary: `How many ${noun.many} of each tab a search finds`,
      input: {
        query: z.object({ state: stateOf(STATES_OF_TAB.invited) }).default({}),
        body: searchBody,
      },
      output: hitsOf(INVITATION_TABS),
      run: ({ shop }, { query: { state }, body }) =>
        readHits(shop.domain, invitationsQuery, INVITATION_TABS, (tab) => ({
          shop,
          query: {
            ...scope,
            tab,
            state: tab === "invited" ? state : undefined,
            searchType: body.searchType,
            searchValue: body.searchValue.trim(),
          },
        })),
    }),
    counts: call(`GET /${path}users/counts`, {
      for: flag,
      summary: `How many ${noun.many} each tab has`,
      /** Null above ten thousand, where counting would be too expensive. */
      output: z.object({ invited: count.nullable(), registered: count.nullable() }),
      run: ({ shop }) => countInvitations(shop.domain, audience),
    }),
    options: call(`GET /${path}users/options`, {
      for: flag,
      summary: "What this shop offers on the screen",
      /** Whether MTD users can be invited: retirees, in shops with the setting on. */
      output: z.object({ mtd: z.boolean() }),
      run: async ({ shop }) => ({ mtd: audience === "retiree" && (await isMtdOn(shop.domain)) }),
    }),
    figure: call(`GET /${path}users/figure`, {
      for: flag,
      summary: "The live figure of the home page's card",
      output: z.object({ text, asOf: text.nullable() }),
      async run({ shop }) {
        const { invited } = await countInvitations(shop.domain, audience);
        return { text: `${countText(invited)} invited`, asOf: null };
      },
    }),
    save: call(`POST /${path}editinviteuser`, {
      for: flag,
      summary: `Invite ${noun.many} (rows without an id), or change the names of invited ones`,
      input: z.object({
        /** first_name, last_name, email, additional_tags; id, empty for a new one; version for a change. */
        excelData: sheetRows,
        /** Retirees only: all of them are MTD users. */
        mtdCheckbox: z.boolean("must be true or false").default(false),
        operationId,
      }),
      output: invitedRows,
      run(context, { excelData, mtdCheckbox, operationId }) {
        const rows = excelData
          .map(readInvitedUserRow)
          .map((row) => ({ ...row, mtd_check_box: row.mtd_check_box || mtdCheckbox }));
        return saveInvitedUsers(context, scope, rows, operationId);
      },
    }),
    reinviteFile: call(`POST /${path}ImportReinviteUsers`, {
      for: flag,
      summary: "Reinvite the people in a sheet with the heading Email",
      input: z.object({ excelData: sheetRows, operationId }),
      output: invitedRows,
      run: (context, { excelData, operationId }) =>
        reinviteBySheet(context, scope, excelData.map(readInvitedUserRow), operationId),
    }),
    reinvite: call(`POST /${path}sendinvite/{id}`, {
      for: flag,
      summary: "Resend an invitation",
      input: z.object({ id, operationId }),
      output: person,
      run: (context, { id, operationId = randomUUID() }) =>
        change(context, (tx, shop) => {
          const inviting = { by: context.administrator, now: context.clock.now(), operationId };
          return reinvite(tx, shop, { audience, id }, inviting);
        }),
    }),
    revoke: call(`DELETE /${path}inviteduser/{id}`, {
      for: flag,
      summary: "Revoke an invitation: its links stop working and it leaves the list",
      input: z.object({ id }),
      output: person.extend(deletionFields),
      async run(context, { id }) {
        const by = context.administrator;
        const revoked = await change(context, (tx, shop) =>
          revokeInvitation(tx, shop, { audience, id }, { by, now: context.clock.now() }),
        );
        return { ...revoked, ...(await readInvitationDeletions(context, [id]))(id) };
      },
    }),
    restore: call(`POST /${path}inviteduser/{id}/restore`, {
      for: flag,
      summary: "Restore a deleted invitation",
      input: z.object({ id, operationId, ...undoFields }),
      output: person,
      run: (context, { id, isUndo, operationId = randomUUID() }) =>
        change(context, (tx, shop) => {
          const restoring = { by: context.administrator, now: context.clock.now(), operationId, isUndo };
          return restoreInvitation(tx, shop, { audience, id }, restoring);
        }),
    }),
  };
}

/** Every audience's flag, because each row names its own audience. */
const INVITATION_FLAGS: readonly Flag[] = Object.values(AUDIENCES).map(({ flag }) => flag);

/** The calls for invitations of any audience. */
export const invitationsCalls = {
  reinviteMany: call("POST /bulkreinvite", {
    for: INVITATION_FLAGS,
    summary: "Resend invitations. Each row needs its own audience's flag",
    input: {
      headers: z.object({ "idempotency-key": operationId }).default({}),
      body: z
        .array(z.object({ id, email: text.max(255).default("") }))
        .min(1, "must name at least one invitation")
        .max(MAX_ROWS, `must be at most ${MAX_ROWS.toLocaleString("en-US")} rows`),
    },
    output: invitedRows,
    run: (context, { body, headers }) => reinviteMany(context, body, headers["idempotency-key"]),
  }),
  ofCustomer: call("GET /customer/{id}/invitations", {
    for: INVITATION_FLAGS,
    summary: "The latest invitations of a customer, of the audiences that the caller invites",
    input: z.object({ id: text.regex(/^\d{1,16}$/, "must be the number at the end of the customer's id") }),
    output: z.object({
      list: z.array(
        z.object({
          id: text,
          /** As what they are invited, such as "retiree user". */
          noun: text,
          /** The list with this invitation. */
          url: text,
          state: z.enum(INVITATION_STATES),
          /** Since when the state applies: an instant, ISO 8601. */
          stateAt: text,
          problem: text.nullable(),
          mailId: text.nullable(),
          mails: count,
        }),
      ),
      hasMore: z.boolean(),
    }),
    async run({ shop, administrator, declarations }, input) {
      const found = await readCustomerInvitations(shop.domain, administrator, Number(input.id));
      const list = found.list.map((row) => ({
        id: row.id,
        noun: AUDIENCES[row.audience].noun.one,
        url: listAddressOf(row, pathOfFlag(declarations.functions, AUDIENCES[row.audience].flag)),
        state: row.state,
        stateAt: row.state_at.toISOString(),
        problem: row.problem,
        mailId: row.mail_id,
        mails: row.mail_count,
      }));
      return { ...found, list };
    },
  }),
};

/** The address of the list with an invitation. @param path of its audience's function */
function listAddressOf({ audience, group_id, email, state }: CustomerInvitation, path: string): string {
  const tab = state === "accepted" ? "registered" : "invited";
  const list = audience === "event" ? `${path}/${group_id}/invites` : path;
  return `${list}?${new URLSearchParams({ tab, q: email })}`;
}

/** The export of one tab of a screen. Its query has the order, and optionally one state. */
const tabExport = (audience: InvitedAudience, tab: InvitationTab) =>
  exportCallsWith(
    INVITATION_SHEETS[audience],
    `/${INVITED_SCREENS[audience].calls}${tab}user/excelexport`,
    `${tab} ${AUDIENCES[audience].noun.many}`,
    {
      parts: { query: z.object({ sort: exportSort, state: stateOf(STATES_OF_TAB[tab]) }).default({}) },
      requestOf: ({ query: { sort, state } }) => ({ part: tab, sort, filter: { state } }),
    },
  );

const exportsOf = (audience: InvitedAudience) => ({
  invited: tabExport(audience, "invited"),
  registered: tabExport(audience, "registered"),
});

/** The calls under `exports` that export invited and registered users. */
export const invitationExportCalls = {
  partner: exportsOf("partner"),
  retiree: exportsOf("retiree"),
  invite: exportsOf("invite"),
  toolconnect: exportsOf("toolconnect"),
};
