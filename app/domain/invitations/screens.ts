import type { AudienceId } from "./audiences";

/** What differs between the invited users screens. */
export interface InvitedScreen {
  audience: AudienceId;
  /** Follows "Invited" or "Registered". */
  title: string;
  path: string;
  /** The start of its API paths, such as `partner` in `POST /api/partnerinviteuserslist`. */
  calls: string;
  /** The cookie of the tab. `/invites` uses a cookie named `partnerTab` for its own tabs, too. */
  tabCookie: string;
  /** Offers the checkbox "MTD Users" where the shop's setting is on. */
  hasMtd?: boolean;
  /** The folder of its function, and the key of its calls. */
  name: string;
  menuName: string;
  description: string;
}

export const INVITED_SCREENS = {
  partner: {
    audience: "partner",
    title: "Partner Users",
    path: "/partnerusers",
    name: "partnerusers",
    menuName: "partner users",
    description: "Invite partner users, and see who has registered",
    calls: "partner",
    tabCookie: "partnerTab",
  },
  retiree: {
    audience: "retiree",
    title: "Retiree Users",
    path: "/retireeusers",
    name: "retireeusers",
    menuName: "retiree users",
    description: "Invite retirees, and see who has registered",
    calls: "retiree",
    tabCookie: "retireeTab",
    hasMtd: true,
  },
  invite: {
    audience: "invite",
    title: "Users",
    path: "/inviteusers",
    name: "inviteusers",
    menuName: "invite users",
    description: "Invite people to the store, and see who has registered",
    calls: "general",
    tabCookie: "inviteUsersTab",
  },
  toolconnect: {
    audience: "toolconnect",
    title: "Tool-Connect Users",
    path: "/toolconnectinviteusers",
    name: "toolconnectinviteusers",
    menuName: "tool-connect invite users",
    description: "Invite tool-connect users, and see who has registered",
    calls: "toolconnect",
    tabCookie: "toolConnectTab",
  },
} as const satisfies Partial<Record<AudienceId, InvitedScreen>>;

/** The audiences with such a screen. */
export type InvitedAudience = keyof typeof INVITED_SCREENS;
