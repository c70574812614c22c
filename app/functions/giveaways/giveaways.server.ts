import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { pluralize } from "~/platform/text/pluralize";
import { changeGiveaway, createGiveaway, setDeleted } from "./change-giveaway.server";
import { giveawaysContract } from "./contract";
import { changePlace } from "./draw/change-place.server";
import { startDraw } from "./draw/draw-job.server";
import { startDrawFile } from "./draw/file-job.server";
import { mailWinners } from "./draw/mail-winners.server";
import { DOES_NOT_HOLD, HOLDS, mailedText } from "./draw/messages";
import { listPlaces, readDraw, readDraws } from "./draw/read-draws.server";
import { restorePlace } from "./draw/restore-place.server";
import { verifyDraw } from "./draw/verify-draw.server";
import { setDisqualified, setWeight } from "./entrants/change-entrant.server";
import { entrantOf, listEntrants, nameOf, type ShopEntrant } from "./entrants/list-entrants.server";
import { giveawayOf, type ShopGiveaway } from "./giveaway.server";
import { giveawayNames, listGiveaways, readFigure, readGiveaway } from "./list-giveaways.server";
import { startEntrantsExport, startReport } from "./report/report.server";

const calls = implement(giveawaysContract).$context<CallContext>().use(guard);

/** The calls for giveaways, entrants and draws. */
export const giveawaysRouter = calls.router({
  create: calls.create.handler(async ({ input: { operationId, admin: _, ...fields }, context }) =>
    giveawayAnswer(context, await createGiveaway(context, fields, operationId), "is created"),
  ),
  change: calls.change.handler(async ({ input: { id, version, admin: _, ...fields }, context }) => {
    const { giveaway, isChanged } = await changeGiveaway(context, id, fields, version);
    return giveawayAnswer(context, giveaway, isChanged ? "is saved" : "has no changes");
  }),
  remove: calls.remove.handler(async ({ input, context }) =>
    giveawayAnswer(context, await setDeleted(context, input.id, true), "is deleted"),
  ),
  restore: calls.restore.handler(async ({ input, context }) =>
    giveawayAnswer(context, await setDeleted(context, input.id, false), "is restored"),
  ),
  list: calls.list.handler(({ input, context }) => listGiveaways(context, input)),
  report: calls.report.handler(async ({ input, context }) => {
    const { giveaway, report, jobId } = await startReport(context, input, input.operationId);
    const msg = `The report on ${giveaway.name} is ready. Its workbook is being written and will be in the job center.`;
    return {
      status: true,
      msg,
      giveaway: giveawayOf(giveaway, context.shop, context.clock.now()),
      report,
      jobId,
    };
  }),
  names: calls.names.handler(async ({ context }) => ({
    status: true,
    msg: "",
    list: await giveawayNames(context),
  })),
  detail: calls.detail.handler(({ input, context }) => readGiveaway(context, input.id)),
  figure: calls.figure.handler(async ({ context }) => ({ text: await readFigure(context), asOf: null })),

  entrants: calls.entrants.handler(({ input, context }) => listEntrants(context, input)),
  setWeight: calls.setWeight.handler(async ({ input, context }) => {
    const entrant = await setWeight(context, input);
    const tickets = pluralize(entrant.weight, "ticket");
    return entrantAnswer(entrant, `has ${tickets}`);
  }),
  disqualify: calls.disqualify.handler(async ({ input, context }) =>
    entrantAnswer(await setDisqualified(context, { ...input, isDisqualified: true }), "is disqualified"),
  ),
  reinstate: calls.reinstate.handler(async ({ input, context }) =>
    entrantAnswer(await setDisqualified(context, { ...input, isDisqualified: false }), "takes part again"),
  ),
  exportEntrants: calls.exportEntrants.handler(async ({ input: { operationId, ...which }, context }) => {
    const { jobId } = await startEntrantsExport(context, which, operationId);
    return { status: true, msg: "The spreadsheet is being written. It will be in the job center.", jobId };
  }),

  draws: calls.draws.handler(async ({ input, context }) => ({
    status: true,
    msg: "",
    ...(await readDraws(context, input.id)),
  })),
  draw: calls.draw.handler(async ({ input: { operationId, ...request }, context }) => {
    const { jobId, name } = await startDraw(context, request, operationId);
    return { status: true, msg: `The draw of ${name} is being made.`, jobId };
  }),
  drawDetail: calls.drawDetail.handler(({ input, context }) => readDraw(context, input)),
  places: calls.places.handler(({ input, context }) => listPlaces(context, input)),
  changePlace: calls.changePlace.handler(async ({ input, context }) => {
    const { place, movedUp } = await changePlace(context, input);
    const out = `Entry ${place.number} ${input.state === "declined" ? "has declined" : "is disqualified"}.`;
    const next = movedUp ? `Entry ${movedUp.number} has moved up.` : "No alternate is left to move up.";
    const msg = place.state === "winner" ? `${out} ${next}` : out;
    return { status: true, msg, movedUp: movedUp?.rank ?? null };
  }),
  putBack: calls.putBack.handler(async ({ input, context }) => {
    const { place, movedDown } = await restorePlace(context, input);
    const restored = `Entry ${place.number} is ${place.wasState === "winner" ? "a winner" : "an alternate"} again.`;
    const msg = movedDown ? `${restored} Entry ${movedDown.number} is an alternate again.` : restored;
    return { status: true, msg, movedDown: movedDown?.rank ?? null };
  }),
  mailWinners: calls.mailWinners.handler(async ({ input, context }) => {
    const mailed = await mailWinners(context, input);
    return { status: true, msg: mailedText(mailed), ...mailed };
  }),
  verify: calls.verify.handler(async ({ input, context }) => {
    const verified = await verifyDraw(context, input);
    return { status: true, msg: verified.holds ? HOLDS : DOES_NOT_HOLD, ...verified };
  }),
  drawFile: calls.drawFile.handler(async ({ input: { operationId, ...which }, context }) => {
    const { jobId } = await startDrawFile(context, which, operationId);
    return { status: true, msg: "The file is being written. It will be in the job center.", jobId };
  }),
});

const giveawayAnswer = ({ shop, clock }: CallContext, giveaway: ShopGiveaway, what: string) => ({
  status: true as const,
  msg: `${giveaway.name} ${what}.`,
  giveaway: giveawayOf(giveaway, shop, clock.now()),
});

const entrantAnswer = (entrant: ShopEntrant, what: string) => ({
  status: true as const,
  msg: `${nameOf(entrant)} ${what}.`,
  entrant: entrantOf(entrant),
});
