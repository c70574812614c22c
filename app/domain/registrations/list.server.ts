import { z } from "zod";
import { exportCallsWith } from "~/core/exports/calls-of-list.server";
import { exportSort, type ListExport } from "~/core/exports/list-export.server";
import { defineSheet } from "~/core/exports/sheet-of-list.server";
import { type CustomerList, customerList } from "~/domain/customers/list-row.server";
import type { CustomerFilter } from "~/domain/customers/selection.server";
import { fileTimestamp, slug } from "~/platform/sheets/spreadsheet";
import { ENDING_NAMES, ENDINGS } from "./expiry/expiry";
import { ANSWER_NAMES, ANSWERS } from "./narrowing";
import { narrowingOf, registrationScope } from "./registration-scope.server";
import {
  REGISTRATION_TABS,
  REGISTRATIONS,
  type Registration,
  type RegistrationTab,
  TAB_NAMES,
} from "./status";

/** What narrows a list of registrations besides its search. */
const registrationFilter = z.strictObject({
  ends: z.enum(ENDINGS).optional(),
  answer: z.enum(ANSWERS).optional(),
});

/** Declares the list of the customers with a kind of registration. */
export const registrationList = (registration: Registration): CustomerList =>
  customerList({ name: REGISTRATIONS[registration].list });

/**
 * Declares the spreadsheet of such a list. Its parts are the tabs.
 * @param noun the first word of titles and file names
 * @param order the fields in the order of its columns
 */
export function registrationSheet(
  registration: Registration,
  list: CustomerList,
  { noun, order }: { noun: string; order?: readonly string[] },
) {
  // Inside a title every word has a capital.
  const nameOf = (part: string) =>
    TAB_NAMES[part as RegistrationTab].replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
  return defineSheet<CustomerFilter, z.infer<typeof registrationFilter>>(list, {
    name: registration,
    flag: REGISTRATIONS[registration].flag,
    order,
    pick: ({ shop, request: { part, filter, searchType, searchValue } }) => ({
      shop,
      scope: registrationScope(registration, part as RegistrationTab),
      search: { searchType, searchValue, narrowing: narrowingOf(filter) },
    }),
    filter: registrationFilter,
    filterLines: ({ filter: { ends, answer } }) => [
      ...(ends ? [ENDING_NAMES[ends]] : []),
      ...(answer ? [ANSWER_NAMES[answer]] : []),
    ],
    title: (part) => `${noun} ${nameOf(part)} Report`,
    fileName: (part, now) => `${noun}_${slug(nameOf(part))}_Report_${fileTimestamp(now)}`,
  });
}

/** What calls narrow a list to: only registrations that have ended or end soon, only those with an answered question or a late answer. */
export const narrowingShape = {
  ends: z.enum(ENDINGS, `must be one of: ${ENDINGS.join(", ")}`).optional(),
  answer: z.enum(ANSWERS, `must be one of: ${ANSWERS.join(", ")}`).optional(),
};

const status = z.enum(REGISTRATION_TABS, "must be pending, waiting, approved or disabled");

/** The calls that export registrations, one file for each tab. @param path such as `/excelexport/students` */
export const registrationExports = (registration: Registration, path: `/${string}`, sheet: ListExport) =>
  exportCallsWith(sheet, `${path}/{status}`, `${registration} registrations`, {
    parts: {
      params: z.object({ status }),
      query: z.object({ sort: exportSort, ...narrowingShape }).default({}),
    },
    requestOf: ({ params, query: { sort, ...filter } }) => ({ part: params.status, sort, filter }),
  });
