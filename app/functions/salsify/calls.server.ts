import { z } from "zod";
import { call } from "~/core/call.server";
import { deliveryFields } from "~/core/exports/delivery.server";
import { queryFlag } from "~/core/reports/fields";
import { reportStarted } from "~/core/reports/schemas";
import { MAX_DELIMITER_LENGTH, MAX_FIELD_LENGTH } from "./fields";
import { listFields, selectAllFields, updateField } from "./fields.server";
import { generateReport } from "./salsify-report.server";

const active = z.boolean("must be true or false");

/** The calls of the Salsify page. The report's history and schedules are those of all reports. */
export const salsifyCalls = {
  getFields: call("GET /salsify/getFields", {
    for: "showSalsify",
    summary: "The product metafields of the store, and which ones are monitored",
    input: z.object({ stored: queryFlag.optional() }),
    output: z.array(
      z.object({
        field: z.string(),
        active: z.boolean(),
        delimiter: z.string(),
        name: z.string().nullable().optional(),
      }),
    ),
    run: listFields,
  }),
  selectAllFields: call("POST /salsify/selectAllFields", {
    for: "showSalsify",
    summary: "Monitor all metafields, or none",
    input: z.object({ active }),
    output: z.object({
      status: z.literal(true),
      msg: z.string(),
      /** How many are monitored now. */
      monitored: z.number().int(),
    }),
    run: (context, input) => selectAllFields(context, input.active),
  }),
  updateField: call("POST /salsify/updateField", {
    for: "showSalsify",
    summary: "Monitor a metafield or not, and set its delimiter. What is left out stays",
    input: z
      .object({
        field: z.string().min(1, "must be a namespace and a key, such as custom.color").max(MAX_FIELD_LENGTH),
        active: active.optional(),
        delimiter: z
          .string()
          .max(MAX_DELIMITER_LENGTH, `must have at most ${MAX_DELIMITER_LENGTH} characters`)
          .regex(/^[^\r\n]*$/, "must be one line")
          .optional(),
      })
      .refine(
        (change) => change.active !== undefined || change.delimiter !== undefined,
        "must have active, delimiter, or both",
      ),
    output: z.string(),
    run: updateField,
  }),
  report: call("GET /salsify/report", {
    for: "showSalsify",
    summary: "Create the report on the monitored metafields as a job, and email its link to the caller",
    input: z.object(deliveryFields).prefault({}),
    output: reportStarted,
    run: (context, delivery) => generateReport(context, delivery),
  }),
};
