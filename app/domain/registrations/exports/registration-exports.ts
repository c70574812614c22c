import { z } from "zod";
import { exportCalls, exportSort } from "~/core/exports/export-calls";
import { ENDINGS } from "../expiry/expiry";
import { REGISTRATION_TABS, REGISTRATIONS, type Registration } from "../status";

/** Only registrations that have ended, or that end soon. */
const ends = z.enum(ENDINGS, `must be one of: ${ENDINGS.join(", ")}`).optional();
const status = z.enum(REGISTRATION_TABS, "must be pending, waiting, approved or disabled");

/** The calls that export registrations, one file for each tab. @param path such as `/excelexport/students` */
export const registrationExports = (registration: Registration, path: `/${string}`) =>
  exportCalls(REGISTRATIONS[registration].flag, `${path}/{status}`, `${registration} registrations`, {
    params: z.object({ status }),
    query: z.object({ sort: exportSort, ends }).default({}),
  });
