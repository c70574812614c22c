import { registrationList, registrationSheet } from "~/domain/registrations/list.server";

/** The Students list. `app/domain/customers/list-row.server.ts` has its columns. */
export const studentsList = registrationList("student");

/** Its spreadsheet. */
export const studentsSheet = registrationSheet("student", studentsList, {
  noun: "Student",
  order: [
    "displayName",
    "email",
    "stp_startDate",
    "stp_endDate",
    "amountSpentCents",
    "discount_limit",
    "school",
    "stp_course",
    "stp_state",
    "profile",
    "crmId",
    "as400Id",
    "profile_phone",
    "profile_dob",
    "country",
    "tags",
    "profile_link_distributor",
    "profile_distributor_name",
    "profile_privacy_policy_consent",
    "profile_email_policy_consent",
    "createdAt",
  ],
});
