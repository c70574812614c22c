import { z } from "zod";
import { call } from "~/core/call.server";
import { numberedPageOf, pageNumber } from "~/core/lists/numbered-page";
import { codesList, EXPIRATION_FILTERS } from "~/domain/codes/codes-list";
import { changeCode, createCode } from "./change-code.server";
import { answeredCode, listCodes, listHistory, readFigure } from "./list-codes.server";
import { emailDomains, fields, historyEntry, registrationCode, version } from "./schemas";

/** Up to how many rows one answer contains when the request doesn't ask for a page. */
const ALL = 1_000;

/** A page of a list. The specified calls have no pages, so without a size the first one is as large as it may be. */
const numbered = {
  page: pageNumber,
  pageSize: z.coerce
    .number("must be a number of rows")
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(ALL, `must be at most ${ALL}`)
    .default(ALL),
};

const codeId = z.coerce
  .number("must be the number of a registration code")
  .int("must be the number of a registration code")
  .min(1, "must be the number of a registration code")
  .max(2_147_483_647, "must be the number of a registration code");

const operationId = z.string().min(8).max(100).optional();

const answered = <Data extends z.ZodType>(data: Data) =>
  z.object({ status: z.literal(true), msg: z.string(), data });

/** The calls for registration codes. */
export const registrationCodesCalls = {
  list: call("GET /registrationCodes/list", {
    for: "showRegistrationCodes",
    summary: "Registration codes, newest first",
    input: z.object({
      /** Active, Inactive (after their last day) or All, in any letter case; all when absent. */
      active: z
        .string()
        .default("All")
        .transform((text) => EXPIRATION_FILTERS.find((one) => one.toLowerCase() === text.toLowerCase()))
        .pipe(z.enum(EXPIRATION_FILTERS, `must be one of: ${EXPIRATION_FILTERS.join(", ")}`)),
      search: z.string().trim().max(60, "must be at most 60 characters").default(""),
      sort: z.string().max(60).default(codesList.defaultSort),
      ...numbered,
    }),
    output: numberedPageOf(registrationCode),
    run: listCodes,
  }),
  create: call("POST /registrationCodes/code", {
    for: "showRegistrationCodes",
    summary: "Create a registration code",
    input: fields.extend({ operationId }),
    output: answered(registrationCode),
    async run(context, { operationId, ...fields }) {
      const code = await createCode(context, fields, operationId);
      return {
        status: true as const,
        msg: `Registration code ${code.code} is created.`,
        data: await answeredCode(context, code),
      };
    },
  }),
  update: call("PATCH /registrationCodes/code/{id}", {
    for: "showRegistrationCodes",
    summary: "Change a registration code. Omitted fields stay as they are",
    input: fields.partial().extend({
      id: codeId,
      version,
    }),
    output: answered(registrationCode),
    async run(context, { id, version, ...fields }) {
      const { code, isChanged } = await changeCode(context, id, fields, { version });
      const msg = `Registration code ${code.code} ${isChanged ? "is saved" : "has no changes"}.`;
      return { status: true as const, msg, data: await answeredCode(context, code) };
    },
  }),
  updateEmailDomains: call("PATCH /registrationCodes/emailDomains/{id}", {
    for: "showRegistrationCodes",
    summary: "Replace a code's email domains. Each is kept once, in alphabetical order",
    input: z.object({ id: codeId, emailDomains, version }),
    output: answered(z.object({ emailDomains: z.array(z.string()) })),
    async run(context, input) {
      const { id, emailDomains, version } = input;
      const { code } = await changeCode(context, id, { emailDomains }, { version, isOnlyDomains: true });
      const msg = `The email domains of ${code.code} are saved.`;
      return { status: true as const, msg, data: { emailDomains: code.emailDomains } };
    },
  }),
  history: call("GET /registrationCodes/history", {
    for: "showRegistrationCodes",
    summary: "What staff changed on registration codes, newest first",
    input: z.object(numbered),
    output: numberedPageOf(historyEntry),
    run: listHistory,
  }),
  figure: call("GET /registrationCodes/figure", {
    for: "showRegistrationCodes",
    summary: "The live figure of the home page's card",
    output: z.object({ text: z.string(), asOf: z.string().nullable() }),
    run: async (context) => ({ text: await readFigure(context), asOf: null }),
  }),
};
