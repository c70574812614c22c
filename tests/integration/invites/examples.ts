import type { ExampleRequests } from "../../support/example-requests.ts";

/** The calls of invites. */
export const examples: ExampleRequests = {
  "invites.list": () => ({ path: "/invites/list?registered=0" }),
  "invites.hits": () => ({ path: "/invites/hits?search=example" }),
  "invites.invite": ({ userTypeId }) => ({
    path: "/invites/user",
    body: { userType: userTypeId, firstName: "An", lastName: "Example", email: "an@example.com" },
  }),
  "invites.remove": ({ invitationId }) => ({ path: `/invites/user/${invitationId}` }),
  "invites.resend": ({ invitationId }) => ({ path: `/invites/user/${invitationId}/resend`, body: {} }),
  "invites.inviteMany": () => ({
    path: "/invites/users",
    body: { list: [{ first_name: "An", last_name: "Example", email: "an@example.com", user_type: "None" }] },
  }),
  "invites.removeMany": ({ invitationId }) => ({
    path: "/invites/users",
    body: { list: [{ id: invitationId, email: "an@example.com" }] },
  }),
  "invites.resendMany": ({ invitationId }) => ({
    path: "/invites/users/resend",
    body: { list: [{ id: invitationId, email: "an@example.com" }] },
  }),
  "invites.restoreMany": ({ invitationId }) => ({
    path: "/invites/users/restore",
    body: { list: [{ id: invitationId, email: "an@example.com" }] },
  }),
  "invites.exportUsers": () => ({ path: "/invites/users/export", body: {} }),
  "invites.figure": () => ({ path: "/invites/figure" }),
  "invites.userTypes.list": () => ({ path: "/invites/userTypes/list" }),
  "invites.userTypes.pages": () => ({ path: "/invites/userTypes/pages" }),
  "invites.userTypes.create": () => ({ path: "/invites/userType", body: { name: "An example", tags: "" } }),
  "invites.userTypes.change": ({ userTypeId }) => ({
    path: `/invites/userType/${userTypeId}`,
    body: { name: "Another example", tags: "VIP" },
  }),
  "invites.userTypes.remove": ({ userTypeId }) => ({ path: `/invites/userType/${userTypeId}` }),
  "invites.userTypes.restore": ({ userTypeId }) => ({
    path: `/invites/userType/${userTypeId}/restore`,
    body: {},
  }),
  "invites.userTypes.setReadOnly": ({ userTypeId }) => ({
    path: `/invites/userType/${userTypeId}/readOnly`,
    body: { readOnly: false },
  }),
};
