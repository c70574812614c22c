import { z } from "zod";
import { NATIONAL_PARTNER } from "~/domain/customers/kinds";
import { customerListBody } from "~/domain/customers/list-request";
import { AUDIENCES } from "~/domain/invitations/audiences";
import { INVITED_SCREENS, type InvitedAudience } from "~/domain/invitations/screens";
import { type InvitationTab, STATES_OF_TAB } from "~/domain/invitations/states";
import { ENDINGS } from "~/domain/registrations/expiry/expiry";
import { REGISTRATION_TABS, REGISTRATIONS } from "~/domain/registrations/status";
import type { Flag } from "~/platform/auth/permission";
import { call } from "~/platform/contract/call";

const text = z.string();

/** The rows of a spreadsheet, and what stands around them. */
const exported = z.object({
  /** Each row by its columns' titles, in their order. */
  data: z.array(z.record(text, z.union([text, z.number()]))),
  /** With its ending. */
  fileName: text,
  frame: z.object({
    name: text,
    columns: z.array(z.object({ title: text, width: z.number() })).readonly(),
    report: z.object({ title: text, lines: z.array(text).readonly() }),
  }),
});
export type Exported = z.infer<typeof exported>;

const body = customerListBody;
/** In which order; as the list's own. */
const sort = text.max(40).optional();
const operationId = text.min(8).max(100).optional();

const status = z.enum(REGISTRATION_TABS, "must be pending, waiting, approved or disabled");
/** Only those whose registration has ended, or ends soon. */
const ending = z.enum(ENDINGS, `must be one of: ${ENDINGS.join(", ")}`).optional();
const ofStatus = { params: z.object({ status }), query: z.object({ sort, ends: ending }).default({}) };
/** Only the people of this partner. */
const ofPartner = {
  query: z.object({ sort, partner: text.max(255).optional() }).default({}),
};

/** The two calls of an export: its rows at once, and as a job that writes a file. */
function exportCalls<Parts extends z.core.$ZodShape>(
  flag: Flag,
  path: `/${string}`,
  whose: string,
  parts: Parts,
) {
  return {
    rows: call(flag)
      .route({
        method: "POST",
        path,
        inputStructure: "detailed",
        summary: `The rows of the spreadsheet of ${whose}`,
      })
      .input(z.object({ ...parts, body }))
      .output(exported),
    start: call(flag)
      .route({
        method: "POST",
        path: `${path}/job`,
        inputStructure: "detailed",
        summary: `Write the spreadsheet of ${whose}, of any length, as a job`,
        successStatus: 202,
      })
      .input(
        z.object({
          ...parts,
          body: z
            .object({ ...body.unwrap().shape, operationId })
            .default({ searchValue: "", searchType: "Email" }),
        }),
      )
      .output(z.object({ jobId: text })),
  };
}

/** Only those in this state. */
const ofTab = (tab: InvitationTab) => {
  const states = STATES_OF_TAB[tab];
  const state = z.enum(states, `must be one of: ${states.join(", ")}`).optional();
  return { query: z.object({ sort, state }).default({}) };
};

/** The exports of a screen of invited users: one file for each tab. */
function invitedExports(audience: InvitedAudience) {
  const { flag, noun } = AUDIENCES[audience];
  const { calls } = INVITED_SCREENS[audience];
  return {
    invited: exportCalls(flag, `/${calls}inviteduser/excelexport`, `invited ${noun.many}`, ofTab("invited")),
    registered: exportCalls(
      flag,
      `/${calls}registereduser/excelexport`,
      `registered ${noun.many}`,
      ofTab("registered"),
    ),
  };
}

/** The exports of the lists (section 7 of the first specification text). */
export const exportsContract = {
  student: exportCalls(
    REGISTRATIONS.student.flag,
    "/excelexport/students/{status}",
    "student registrations",
    ofStatus,
  ),
  staff: exportCalls(
    REGISTRATIONS.staff.flag,
    "/excelexport/staffs/{status}",
    "staff registrations",
    ofStatus,
  ),
  national: exportCalls(
    NATIONAL_PARTNER.flag,
    "/excelexport/nationalpartners",
    "national partners",
    ofPartner,
  ),
  partner: invitedExports("partner"),
  retiree: invitedExports("retiree"),
  invite: invitedExports("invite"),
  toolconnect: invitedExports("toolconnect"),
};
