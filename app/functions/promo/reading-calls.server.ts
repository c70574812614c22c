import { z } from "zod";
import { call } from "~/core/call.server";
import { submissionAccess } from "~/domain/submissions/access";
import { readReading } from "~/domain/submissions/reading/read-reading.server";
import { FACT_NAMES } from "~/domain/submissions/reading/reading";
import { withShop } from "~/platform/db/with-shop.server";
import { answered, submissionId } from "./fields";
import { READ, requireSubmissions } from "./review-calls.server";
import { optionalText } from "./schemas";

const share = z.number().describe("A share of the page's width or height");

/** The calls about what is read from receipts. */
export const readingCalls = {
  reading: call("GET /promo/submission/{id}/reading", {
    for: READ,
    summary: "What the customer typed beside what was read from the receipt",
    input: z.object({ id: submissionId }),
    output: z.object({
      ...answered,
      /** The submission's. */
      id: z.number().int(),
      /** `none`: it was decided before receipts were read, or was erased. */
      state: z.enum(["none", "waiting", "ready", "failed"]),
      /** The text layer of a PDF, or the picture. */
      source: z.enum(["text", "picture"]).nullable(),
      fields: z.array(
        z.object({
          name: z.enum(FACT_NAMES),
          /** A day as YYYY-MM-DD, an amount in cents. */
          typed: optionalText,
          read: optionalText,
          /** `missing`: it wasn't found on the receipt, which says nothing. `untyped`: the customer entered none. */
          state: z.enum(["equal", "different", "missing", "untyped"]),
          /** In percent. Null while nothing was found. */
          confidence: z.number().nullable(),
          /** Where it is on the upright receipt. */
          place: z
            .object({ page: z.number().int(), x: share, y: share, width: share, height: share })
            .nullable(),
        }),
      ),
    }),
    async run(context, { id }) {
      await requireSubmissions(context, [id], submissionAccess);
      const { domain } = context.shop;
      const { fields, ...reading } = await withShop(domain, (tx) => readReading(tx, domain, id));
      return {
        status: true as const,
        msg: "",
        id,
        ...reading,
        fields: fields.map(({ read, ...field }) => ({
          ...field,
          read: read?.value ?? null,
          confidence: read?.confidence ?? null,
          place: read?.place ?? null,
        })),
      };
    },
  }),
};
