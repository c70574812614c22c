import type { Flag, Permission } from "~/platform/auth/permission";
import { accessFunction } from "./access/function";
import { activityFunction } from "./activity/function";
import { creditsFunction } from "./credits/function";
import type { FunctionEntry } from "./entry";
import { eventsFunction } from "./events/function";
import { giveawaysFunction } from "./giveaways/function";
import { invitesFunction } from "./invites/function";
import { inviteUsersFunction } from "./inviteusers/function";
import { jobsFunction } from "./jobs/function";
import { mailFunction } from "./mail/function";
import { nationalFunction } from "./national/function";
import { partnerUsersFunction } from "./partnerusers/function";
import { retireeUsersFunction } from "./retireeusers/function";
import { settingsFunction } from "./settings/function";
import { staffFunction } from "./staff/function";
import { studentsFunction } from "./students/function";
import { toolConnectUsersFunction } from "./toolconnectinviteusers/function";

/** Every function that works, one line each, in the order of the menu. */
export const registry: readonly FunctionEntry[] = [
  studentsFunction,
  staffFunction,
  nationalFunction,
  partnerUsersFunction,
  retireeUsersFunction,
  eventsFunction,
  inviteUsersFunction,
  toolConnectUsersFunction,
  creditsFunction,
  giveawaysFunction,
  invitesFunction,
  jobsFunction,
  mailFunction,
  activityFunction,
  accessFunction,
  settingsFunction,
];

/** The flags that an owner can grant. */
export const grantableFlags: readonly Flag[] = registry
  .map((entry) => entry.permission)
  .filter(
    (permission): permission is Flag => typeof permission === "string" && permission.startsWith("show"),
  );

/** Where the function of a flag is. @throws for a flag that none has: a fault of the program */
export function pathOfFlag(flag: Flag): string {
  const entry = registry.find(({ permission }) => permission === flag);
  if (!entry) throw new Error(`No function has the flag ${flag}.`);
  return entry.path;
}

/** The name of a function in the menu; the flag itself where no function of this version has it. */
export const menuNameOf = (flag: string): string =>
  registry.find((entry) => entry.permission === flag)?.menuName ?? flag;

/** Every permission that a realtime room can be about. */
export const roomPermissions: readonly Permission[] = ["signed-in", "owner", ...grantableFlags];
