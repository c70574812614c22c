import type { ContractRouterClient } from "@orpc/contract";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import type { Texts } from "~/core/answer-call.server";
import { deletionNotice } from "~/core/audit/deletion.server";
import { answerCalls, authorize } from "~/core/authorize.server";
import { exportTexts } from "~/core/exports/texts.server";
import type { Contracts } from "~/core/function-entry";
import type { viewsCalls } from "~/core/views/calls.server";
import { readListState, searchKind } from "~/platform/list";
import { rememberTab } from "~/platform/tab-memory.server";
import type { invitationsCalls } from "./calls.server";
import { INVITED_LISTS } from "./list.server";
import * as messages from "./messages";
import type { InvitedRows } from "./row";
import { callsOfScreen, type ScreenCalls, screenCall, screenFunction } from "./screen-functions";
import { INVITED_SCREENS, type InvitedAudience } from "./screens";
import { INVITATION_TABS, type InvitationState, type InvitationTab, STATES_OF_TAB } from "./states";
import type { InvitedUsersPageData } from "./ui/InvitedUsersPage";

/**
 * What a screen of invited users shows, from its address and the tab that it remembers in its cookie. What the cookie holds that is
 * no tab of this screen counts as nothing.
 * @returns the data, and the headers that remember the tab
 */
async function readInvitedUsersPage(
  request: Request,
  { views }: { views: ContractRouterClient<typeof viewsCalls> },
  calls: ContractRouterClient<ScreenCalls>,
  audience: InvitedAudience,
): Promise<{ data: InvitedUsersPageData; headers: HeadersInit }> {
  const url = new URL(request.url);
  const list = INVITED_LISTS[audience].declaration;
  const state = readListState(url, list);
  const { tab, headers } = await rememberTab(request, INVITED_SCREENS[audience].tabCookie, INVITATION_TABS);
  const only = stateIn(url, tab);
  const query = {
    query: { direction: state.direction, last_id: state.cursor, sort: state.sort, state: only as never },
    body: searchKind(state.search),
  };
  const [result, counts, hits, options, saved] = await Promise.all([
    calls[tab](query),
    calls.counts(),
    state.search || only ? calls.hits({ query: { state: only as never }, body: query.body }) : undefined,
    calls.options(),
    views.list({ list: list.name }),
  ]);
  return {
    data: { list, tab, state, only, result, counts, hits, mtd: options.mtd, views: saved.views },
    headers,
  };
}

const stateIn = (url: URL, tab: InvitationTab): InvitationState | undefined =>
  tab === "invited"
    ? STATES_OF_TAB.invited.find((state) => state === url.searchParams.get("state"))
    : undefined;

/** A screen of invited users for the route's loader. */
export const readScreen = (args: LoaderFunctionArgs, audience: InvitedAudience) =>
  authorize(args, screenFunction(audience), async ({ calls }) => {
    const screen = callsOfScreen(calls, audience);
    const page = await readInvitedUsersPage(args.request, calls, screen, audience);
    return data(page.data, { headers: page.headers });
  });

/** Answers what its page posts. */
export const answerScreen = (args: ActionFunctionArgs, audience: InvitedAudience) =>
  answerCalls(args, screenFunction(audience), screenTexts(audience));

/** The calls that a screen posts, and what it says after them. */
export function screenTexts(audience: InvitedAudience): Texts<Contracts> {
  const texts: Texts<ScreenCalls> = {
    save({ notSent }, { excelData: [row = {}] }) {
      const name = [row.first_name, row.last_name].map((part) => String(part).trim()).join(" ");
      if (row.id) return messages.namesSaved(name);
      return notSent ? unsent(messages.invitedUnsent(name, notSent)) : messages.invitationSent(name);
    },
    reinvite: ({ name, notSent }) =>
      notSent ? unsent(messages.notInvitedAgain(name, notSent)) : messages.invitedAgain(name),
    revoke: ({ name, ...deletion }, { id }) =>
      deletionNotice(deletion, {
        done: messages.deleted(name),
        before: `The invitation of ${name} was already deleted`,
        undo: screenCall(audience, "restore", { id, isUndo: true }),
      }),
    restore: ({ name, state }) => messages.restored(name, state),
    reinviteFile: (rows, { excelData }) =>
      reinvited(
        rows,
        excelData.map(({ Email }) => String(Email)),
      ),
  };
  const { name } = INVITED_SCREENS[audience];
  return {
    ...Object.fromEntries(Object.entries(texts).map(([call, say]) => [`${name}.${call}`, say])),
    ...manyTexts,
    ...exportTexts(`exports.${audience}.invited`, `exports.${audience}.registered`),
  } as Texts<Contracts>;
}

const manyTexts: Texts<{ invitations: typeof invitationsCalls }> = {
  "invitations.reinviteMany": (rows, { body }) =>
    reinvited(
      rows,
      body.map(({ email = "" }) => email),
    ),
};

/** It was done, but no email was sent. */
const unsent = (text: string) => ({ level: "warning" as const, text, accepted: true as const });

/** The outcome of a bulk reinvite. It names those who were left out. Jobs shows the job's progress. @param emails in row order */
function reinvited({ refused, jobIds, notSent, invited }: InvitedRows, emails: readonly string[]) {
  const [jobId] = jobIds;
  const link = { label: messages.REINVITE_STARTED_LINK, url: `/jobs/${jobId}` };
  const [email = ""] = emails;
  if (notSent) return unsent(messages.notInvitedAgain(email, notSent));
  if (invited === 1 && !jobId) return messages.invitedAgain(email);
  if (refused.length === 0)
    return jobId
      ? { level: "info" as const, text: messages.REINVITE_IN_JOB, link, job: { id: jobId } }
      : null;
  const sentences = refused.map(({ row, reasons }) => {
    const [sentence = ""] = reasons.map((reason) => reason.sentence);
    const address = emails[row - 2] ?? "";
    return sentence.startsWith(address) ? sentence : `${address}: ${sentence}`;
  });
  return {
    level: "warning" as const,
    text: messages.leftOut(sentences),
    ...(invited > 0 && { accepted: true as const }),
    ...(jobId && { link, job: { id: jobId, keepsNotice: true as const } }),
  };
}
