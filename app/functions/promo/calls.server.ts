import { z } from "zod";
import { deletionFields } from "~/core/audit/deletion.server";
import { call } from "~/core/call.server";
import { promoTabs, submissionAccess } from "~/domain/submissions/access";
import { readReading } from "~/domain/submissions/reading/read-reading.server";
import { FACT_NAMES } from "~/domain/submissions/reading/reading";
import {
  changeReplyTemplate,
  createReplyTemplate,
  deleteReplyTemplate,
  listReplyTemplates,
} from "~/domain/submissions/reply-templates.server";
import { REPLY_USES, type ReplyTemplate, type ReplyUse } from "~/domain/submissions/reply-text";
import { withShop } from "~/platform/db/with-shop.server";
import { answered, message, submissionId } from "./fields";
import { listCalls } from "./list-calls.server";
import { reportCalls } from "./report-calls.server";
import { READ, requireSubmissions, reviewCalls } from "./review-calls.server";
import { optionalText } from "./schemas";
import { settingsCalls } from "./settings-calls.server";

const USES = Object.keys(REPLY_USES) as [ReplyUse];

const replyFields = {
  use: z.enum(USES, `must be one of: ${USES.join(", ")}`),
  name: z
    .string("Enter a name.")
    .trim()
    .min(1, "Enter a name.")
    .max(120, "A name has at most 120 characters."),
  text: message,
};

/** A template as it was when its change began: 409 when it was changed since. A template has no version. */
const before = z.object(replyFields).optional();

const reply = z.object({ id: z.number().int(), use: z.enum(USES), name: z.string(), text: z.string() });

const replyAnswer = z.object({ ...answered, reply });

const replyId = z.coerce
  .number("must be the number of a template")
  .int("must be the number of a template")
  .min(1, "must be the number of a template")
  .max(Number.MAX_SAFE_INTEGER, "must be the number of a template");

/** The calls for reply templates: texts that reviewers send to customers. */
const replyCalls = {
  replies: call("GET /promo/replies/list", {
    for: promoTabs("CsrApprovals", "LoyaltyOrder"),
    summary: "The reply templates, by use and name",
    output: z.object({ ...answered, list: z.array(reply) }),
    run: async ({ shop }) => ({
      status: true as const,
      msg: "",
      list: await withShop(shop.domain, listReplyTemplates),
    }),
  }),
  createReply: call("POST /promo/replies", {
    for: "owner",
    summary: "Add a reply template",
    input: z.object(replyFields),
    output: replyAnswer,
    run: async (context, input) => answer(await createReplyTemplate(context, input), "added"),
  }),
  changeReply: call("PUT /promo/replies/{id}", {
    for: "owner",
    summary: "Change a reply template",
    input: z.object({ id: replyId, ...replyFields, before }),
    output: replyAnswer,
    run: async (context, { id, before, ...fields }) =>
      answer(await changeReplyTemplate(context, id, fields, before), "saved"),
  }),
  deleteReply: call("DELETE /promo/replies/{id}", {
    for: "owner",
    summary: "Delete a reply template",
    input: z.object({ id: replyId }),
    output: replyAnswer.extend(deletionFields),
    async run(context, { id }) {
      const { deletion, ...reply } = await deleteReplyTemplate(context, id);
      return { ...answer(reply, "deleted"), ...deletion };
    },
  }),
};

const answer = (reply: ReplyTemplate, what: string) => ({
  status: true as const,
  msg: `The template ${reply.name} was ${what}.`,
  reply,
});

const share = z.number().describe("A share of the page's width or height");

/** The calls about what is read from receipts. */
const readingCalls = {
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

/** The calls of the promotion review. */
export const promoCalls = {
  ...listCalls,
  ...reviewCalls,
  ...readingCalls,
  ...reportCalls,
  ...settingsCalls,
  ...replyCalls,
};
