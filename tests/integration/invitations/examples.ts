import type { ExampleRequests } from "../../support/example-requests.ts";

/** The example requests of a screen of invited users. */
function invitedUserExamples(name: string, calls: string): ExampleRequests {
  const body = { searchValue: "", searchType: "Email" };
  const rows = { excelData: [{ Email: "an@example.com", "First Name": "An", "Last Name": "Example" }] };
  return {
    [`${name}.invited`]: () => ({ path: `/${calls}inviteuserslist?pageSize=100`, body }),
    [`${name}.registered`]: () => ({ path: `/${calls}registereduserslist?pageSize=100`, body }),
    [`${name}.hits`]: () => ({ path: `/${calls}users/hits`, body }),
    [`${name}.counts`]: () => ({ path: `/${calls}users/counts` }),
    [`${name}.options`]: () => ({ path: `/${calls}users/options` }),
    [`${name}.figure`]: () => ({ path: `/${calls}users/figure` }),
    [`${name}.save`]: () => ({ path: `/${calls}editinviteuser`, body: rows }),
    [`${name}.reinviteFile`]: () => ({ path: `/${calls}ImportReinviteUsers`, body: rows }),
    [`${name}.reinvite`]: ({ invitationId }) => ({
      path: `/${calls}sendinvite/${invitationId}`,
      body: {},
    }),
    [`${name}.revoke`]: ({ invitationId }) => ({ path: `/${calls}inviteduser/${invitationId}` }),
    [`${name}.restore`]: ({ invitationId }) => ({
      path: `/${calls}inviteduser/${invitationId}/restore`,
      body: {},
    }),
  };
}

/** The example requests of the exports of such a screen. */
const invitedExportExamples = (audience: string, calls: string): ExampleRequests =>
  Object.fromEntries(
    ["invited", "registered"].flatMap((tab) => [
      [`exports.${audience}.${tab}.rows`, () => ({ path: `/${calls}${tab}user/excelexport`, body: {} })],
      [`exports.${audience}.${tab}.start`, () => ({ path: `/${calls}${tab}user/excelexport/job`, body: {} })],
    ]),
  );

/** The calls of the screens of invited users. */
export const examples: ExampleRequests = {
  ...invitedUserExamples("partnerusers", "partner"),
  ...invitedUserExamples("retireeusers", "retiree"),
  ...invitedUserExamples("inviteusers", "general"),
  ...invitedUserExamples("toolconnectinviteusers", "toolconnect"),
  ...invitedExportExamples("partner", "partner"),
  ...invitedExportExamples("retiree", "retiree"),
  ...invitedExportExamples("invite", "general"),
  ...invitedExportExamples("toolconnect", "toolconnect"),
  "invitations.ofCustomer": ({ customerId }) => ({ path: `/customer/${customerId}/invitations` }),
  "invitations.reinviteMany": ({ invitationId }) => ({
    path: "/bulkreinvite",
    body: [{ id: invitationId, email: "" }],
  }),
};
