import type { AudienceId } from "./audiences";

/** A screen of invited users (sections 2.6 and 2.7 of the first specification text), as far as it differs from its like. */
export interface InvitedScreen {
  audience: AudienceId;
  /** After "Invited" or "Registered". */
  title: string;
  path: string;
  /** What the paths of its calls begin with, such as `partner` in `POST /api/partnerinviteuserslist`. */
  calls: string;
  /** Remembers the tab. `/invites` of the third text keeps its own tabs in a cookie of the name `partnerTab`, too. */
  tabCookie: string;
  /** It has the tick box "MTD Users", where the shop's switch is on. */
  hasMtd?: boolean;
}

export const INVITED_SCREENS = {
  partner: {
    audience: "partner",
    title: "Partner Users",
    path: "/partnerusers",
    calls: "partner",
    tabCookie: "partnerTab",
  },
  retiree: {
    audience: "retiree",
    title: "Retiree Users",
    path: "/retireeusers",
    calls: "retiree",
    tabCookie: "retireeTab",
    hasMtd: true,
  },
  invite: {
    audience: "invite",
    title: "Users",
    path: "/inviteusers",
    calls: "general",
    tabCookie: "inviteUsersTab",
  },
  toolconnect: {
    audience: "toolconnect",
    title: "Tool-Connect Users",
    path: "/toolconnectinviteusers",
    calls: "toolconnect",
    tabCookie: "toolConnectTab",
  },
} as const satisfies Partial<Record<AudienceId, InvitedScreen>>;

/** The audiences that have such a screen. */
export type InvitedAudience = keyof typeof INVITED_SCREENS;
