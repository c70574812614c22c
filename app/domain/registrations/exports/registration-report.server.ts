import { z } from "zod";
import { exportCallsWith } from "~/core/exports/calls-of-list.server";
import { exportSort } from "~/core/exports/export-calls";
import { defineExport, type ExportColumn, type ListExport } from "~/core/exports/list-export.server";
import { customersOf, type ExportRecord } from "~/domain/customers/reports/customer-source.server";
import { fileTimestamp, slug } from "~/platform/sheets/file-name";
import { ENDING_NAMES, ENDINGS } from "../expiry/expiry";
import { endingNarrowing, registrationScope } from "../registration-scope.server";
import {
  REGISTRATION_TABS,
  REGISTRATIONS,
  type Registration,
  type RegistrationTab,
  TAB_NAMES,
} from "../status";

/** What narrows a list of registrations besides its search. */
const registrationFilter = z.strictObject({ ends: z.enum(ENDINGS).optional() });

/** A report of registrations. Its parts are the tabs. @param noun the first word of titles and file names */
export function registrationReport(
  registration: Registration,
  noun: string,
  columns: readonly ExportColumn<ExportRecord>[],
) {
  // Inside a title every word has a capital.
  const nameOf = (part: string) =>
    TAB_NAMES[part as RegistrationTab].replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
  return defineExport({
    name: registration,
    flag: REGISTRATIONS[registration].flag,
    columns,
    source: customersOf(
      (part) => registrationScope(registration, part as RegistrationTab),
      ({ ends }: z.infer<typeof registrationFilter>) => endingNarrowing(ends),
    ),
    filter: registrationFilter,
    filterLines: ({ filter: { ends } }) => (ends ? [ENDING_NAMES[ends]] : []),
    title: (part) => `${noun} ${nameOf(part)} Report`,
    fileName: (part, now) => `${noun}_${slug(nameOf(part))}_Report_${fileTimestamp(now)}`,
  });
}

/** Only registrations that have ended, or that end soon. */
const ends = z.enum(ENDINGS, `must be one of: ${ENDINGS.join(", ")}`).optional();

const status = z.enum(REGISTRATION_TABS, "must be pending, waiting, approved or disabled");

/** The calls that export registrations, one file for each tab. @param path such as `/excelexport/students` */
export const registrationExports = (registration: Registration, path: `/${string}`, sheet: ListExport) =>
  exportCallsWith(sheet, `${path}/{status}`, `${registration} registrations`, {
    parts: {
      params: z.object({ status }),
      query: z.object({ sort: exportSort, ends }).default({}),
    },
    requestOf: ({ params, query: { sort, ends } }) => ({ part: params.status, sort, filter: { ends } }),
  });
