import { invitedList } from "~/domain/invitations/list";
import type { ListDeclaration } from "~/platform/list";
import { accessList } from "./access/list";
import { activityList } from "./activity/list";
import { creditsList, transactionsList } from "./credits/list";
import { differencesList } from "./credits/proof/list";
import { checkInList } from "./events/check-in/list";
import { inviteesList } from "./events/invites/list";
import { eventsList } from "./events/list";
import { placesList } from "./giveaways/draw/list";
import { entrantsList } from "./giveaways/entrants/list";
import { giveawaysList } from "./giveaways/list";
import { invitesList, userTypesList } from "./invites/list";
import { jobItemsList, jobsList } from "./jobs/list";
import { mailList } from "./mail/list";
import { nationalList } from "./national/list";
import { rulesList } from "./settings/rules-list";
import { staffList } from "./staff/list";
import { studentsList } from "./students/list";

/** Every list of the console, one line each: what a saved view can be a view of. */
export const lists: readonly ListDeclaration[] = [
  studentsList,
  staffList,
  nationalList,
  eventsList,
  creditsList,
  transactionsList,
  inviteesList,
  checkInList,
  giveawaysList,
  entrantsList,
  placesList,
  invitedList("partner"),
  invitedList("retiree"),
  invitedList("invite"),
  invitedList("toolconnect"),
  invitesList,
  userTypesList,
  jobsList,
  jobItemsList,
  mailList,
  activityList,
  accessList,
  rulesList,
  differencesList,
];
