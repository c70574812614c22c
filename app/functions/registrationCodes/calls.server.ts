import { z } from "zod";
import { deletionFields, readDeletion, undoFields } from "~/core/audit/deletion.server";
import { call } from "~/core/call.server";
import { numberedPage, numberedPageOf, pageNumber } from "~/core/lists/numbered-page";
import { readNumbered } from "~/core/lists/read-list.server";
import { MAX_CODE_LENGTH } from "~/domain/codes/code-tags";
import { codesList } from "~/domain/codes/list.server";
import { cleanIdentifier } from "~/platform/text/identifier";
import { pluralize } from "~/platform/text/pluralize";
import { changeCode, codeDeactivation, createCode, generateCodes, setActive } from "./change-code.server";
import { historyList, readCode, readFigure } from "./list.server";
import { COUNT_NOT_VALID, MAX_GENERATED, PATTERN_NOT_VALID } from "./messages";
import { emailDomains, fields, version } from "./schemas";

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
      ...codesList.filters,
      search: codesList.input.search,
      sort: z.string().max(60).default(codesList.defaultSort),
      ...numbered,
    }),
    output: numberedPageOf(codesList.row),
    async run(context, { active, search, ...request }) {
      const { rows, total } = await readNumbered(context, codesList, {
        ...request,
        filter: { active, search },
      });
      return numberedPage(rows, { total, ...request });
    },
  }),
  create: call("POST /registrationCodes/code", {
    for: "showRegistrationCodes",
    summary: "Create a registration code",
    input: fields.extend({ operationId }),
    output: answered(codesList.row),
    async run(context, { operationId, ...fields }) {
      const code = await createCode(context, fields, operationId);
      return {
        status: true as const,
        msg: `Registration code ${code.code} is created.`,
        data: await readCode(context, code.id),
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
    output: answered(codesList.row),
    async run(context, { id, version, ...fields }) {
      const { code, isChanged } = await changeCode(context, id, fields, { version });
      const msg = `Registration code ${code.code} ${isChanged ? "is saved" : "has no changes"}.`;
      return { status: true as const, msg, data: await readCode(context, code.id) };
    },
  }),
  generate: call("POST /registrationCodes/codes", {
    for: "showRegistrationCodes",
    summary: "Create several registration codes whose texts are random, all or none",
    input: fields.omit({ registrationCode: true }).extend({
      /** The text of each code, with # for each random character. */
      pattern: z
        .string(PATTERN_NOT_VALID)
        .overwrite(cleanIdentifier)
        .regex(/#/, PATTERN_NOT_VALID)
        .max(MAX_CODE_LENGTH, PATTERN_NOT_VALID),
      count: z.coerce
        .number(COUNT_NOT_VALID)
        .int(COUNT_NOT_VALID)
        .min(1, COUNT_NOT_VALID)
        .max(MAX_GENERATED, COUNT_NOT_VALID),
      operationId,
    }),
    output: answered(z.object({ codes: z.array(z.string()) })),
    async run(context, { operationId, ...request }) {
      const codes = (await generateCodes(context, request, operationId)).map(({ code }) => code);
      const msg = `${pluralize(codes.length, "registration code")} ${codes.length === 1 ? "is" : "are"} created.`;
      return { status: true as const, msg, data: { codes } };
    },
  }),
  deactivate: call("POST /registrationCodes/code/{id}/deactivate", {
    for: "showRegistrationCodes",
    summary: "End the use of a registration code immediately",
    input: z.object({ id: codeId }),
    output: answered(codesList.row).extend(deletionFields),
    async run(context, { id }) {
      const code = await setActive(context, id, false);
      const msg = `Registration code ${code.code} can no longer be used.`;
      const deletion = await readDeletion(context, codeDeactivation, id);
      return { status: true as const, msg, data: await readCode(context, code.id), ...deletion };
    },
  }),
  reactivate: call("POST /registrationCodes/code/{id}/reactivate", {
    for: "showRegistrationCodes",
    summary: "Allow a deactivated registration code again until its last day",
    input: z.object({ id: codeId, ...undoFields }),
    output: answered(codesList.row),
    async run(context, { id, isUndo }) {
      const code = await setActive(context, id, true, isUndo);
      const msg = `Registration code ${code.code} is reactivated.`;
      return { status: true as const, msg, data: await readCode(context, code.id) };
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
    output: numberedPageOf(historyList.row),
    async run(context, request) {
      const { rows, total } = await readNumbered(context, historyList, { ...request, filter: {} });
      return numberedPage(rows, { total, ...request });
    },
  }),
  figure: call("GET /registrationCodes/figure", {
    for: "showRegistrationCodes",
    summary: "The live figure of the home page's card",
    output: z.object({ text: z.string(), asOf: z.string().nullable() }),
    run: async (context) => ({ text: await readFigure(context), asOf: null }),
  }),
};
