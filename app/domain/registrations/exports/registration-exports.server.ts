import { z } from "zod";
import { exportCallsWith } from "~/core/exports/calls-of-list.server";
import { exportSort } from "~/core/exports/export-calls";
import type { ListExport } from "~/core/exports/list-export.server";
import { ENDINGS } from "../expiry/expiry";
import { REGISTRATION_TABS, type Registration } from "../status";

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
