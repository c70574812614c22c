import { z } from "zod";
import { reportStarted } from "~/core/reports/contract";
import { queryFlag } from "~/core/reports/fields";
import { call } from "~/platform/contract/call";
import { MAX_DELIMITER_LENGTH, MAX_FIELD_LENGTH } from "./monitored-field";

const active = z.boolean("must be true or false");

/** The calls of the Salsify page. The report's history and schedules are those of all reports. */
export const salsifyContract = {
  getFields: call("showSalsify")
    .route({
      method: "GET",
      path: "/salsify/getFields",
      summary: "The product metafields of the store, and which ones are monitored",
    })
    /** `stored`: only those that products have or that are monitored, without their names. Shopify isn't read. */
    .input(z.object({ stored: queryFlag.optional() }))
    .output(
      z.array(
        z.object({
          field: z.string(),
          active: z.boolean(),
          delimiter: z.string(),
          name: z.string().nullable().optional(),
        }),
      ),
    ),
  selectAllFields: call("showSalsify")
    .route({ method: "POST", path: "/salsify/selectAllFields", summary: "Monitor all metafields, or none" })
    .input(z.object({ active }))
    .output(
      z.object({
        status: z.literal(true),
        msg: z.string(),
        /** How many are monitored now. */
        monitored: z.number().int(),
      }),
    ),
  updateField: call("showSalsify")
    .route({
      method: "POST",
      path: "/salsify/updateField",
      summary: "Monitor a metafield or not, and set its delimiter. What is left out stays",
    })
    .input(
      z
        .object({
          field: z
            .string()
            .min(1, "must be a namespace and a key, such as custom.color")
            .max(MAX_FIELD_LENGTH),
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
    )
    /** The message for the person. */
    .output(z.string()),
  report: call("showSalsify")
    .route({
      method: "GET",
      path: "/salsify/report",
      summary: "Create the report on the monitored metafields as a job, and email its link to the caller",
    })
    .output(reportStarted),
};
