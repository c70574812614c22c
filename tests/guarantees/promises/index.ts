import type { BackroomPromise } from "../support/promise.ts";
import { kills } from "./r01-kills.ts";
import { repeats } from "./r02-repeats.ts";
import { races } from "./r03-races.ts";
import { appendOnly, oneEntryEach, sealedTokens } from "./r04-r23-r24-records.ts";
import { amounts } from "./r05-amounts.ts";
import { faultyAdminApi } from "./r06-faulty-admin-api.ts";
import { faultyImports } from "./r06-imports.ts";
import { lostAnswers } from "./r07-lost-answers.ts";
import { priceThrottle } from "./r08-prices.ts";
import { throttle } from "./r08-throttle.ts";
import { mail } from "./r09-mail.ts";
import { priceFile } from "./r10-price-file.ts";
import { scheduledPrices } from "./r10-scheduled-prices.ts";
import { orderKills } from "./r11-order-kills.ts";
import { reviews } from "./r11-reviews.ts";
import { coupons } from "./r12-coupons.ts";
import { hostileRows } from "./r13-hostile-rows.ts";
import { mutatedSheets } from "./r13-mutated-sheets.ts";
import { bombs } from "./r14-bombs.ts";
import { hostileUploads } from "./r14-hostile-uploads.ts";
import { exportsOfHostileCells } from "./r15-exports.ts";
import { twoShops } from "./r16-two-shops.ts";
import { flags, tokens } from "./r17-r18-authorization.ts";
import { tabLimits } from "./r17-tab-limits.ts";
import { webhooks } from "./r19-webhooks.ts";
import { redaction } from "./r20-redaction.ts";
import { loggedFaults } from "./r21-faults.ts";
import { hostileHosts } from "./r22-hostile-hosts.ts";
import { tamperingFound } from "./r24-tampering.ts";
import { overload } from "./r25-overload.ts";
import { sigterm } from "./r26-sigterm.ts";
import { secondStart } from "./r27-second-start.ts";
import { backup } from "./r28-backup.ts";
import { dump } from "./r28-dump.ts";
import { slowBodies } from "./r29-slow-bodies.ts";
import { lostConnections } from "./r30-lost-connections.ts";
import { returnsWithFaults } from "./r31-returns.ts";
import { searchKills } from "./r32-search-kills.ts";
import { fingerprints } from "./r33-fingerprints.ts";
import { worstNeighbor } from "./r34-worst-neighbor.ts";
import { deployedFailOver } from "./r35-deployment.ts";
import { failOver } from "./r35-fail-over.ts";
import { builtImage } from "./r36-image.ts";
import { rollingUpdate } from "./r36-rolling-update.ts";
import { plans } from "./r37-plans.ts";
import { largePictures } from "./r38-pictures.ts";
import { publicForms } from "./r38-public-forms.ts";
import { corpora } from "./r39-corpora.ts";
import { corpusPdfs } from "./r39-pdfs.ts";
import { takeover } from "./takeover.ts";

/** The promises that are tested, in the order of the run. What compares the whole ledger comes before the canaries of `twoShops`. The last one erases a shop. */
export const PROMISES: readonly BackroomPromise[] = [
  takeover,
  kills,
  sigterm,
  repeats,
  races,
  appendOnly,
  amounts,
  faultyAdminApi,
  faultyImports,
  lostAnswers,
  throttle,
  priceThrottle,
  scheduledPrices,
  priceFile,
  reviews,
  orderKills,
  coupons,
  mutatedSheets,
  bombs,
  hostileUploads,
  fingerprints,
  mail,
  exportsOfHostileCells,
  hostileRows,
  twoShops,
  flags,
  tabLimits,
  tokens,
  webhooks,
  hostileHosts,
  sealedTokens,
  oneEntryEach,
  tamperingFound,
  overload,
  secondStart,
  backup,
  dump,
  slowBodies,
  lostConnections,
  failOver,
  deployedFailOver,
  rollingUpdate,
  builtImage,
  returnsWithFaults,
  searchKills,
  worstNeighbor,
  publicForms,
  largePictures,
  corpora,
  corpusPdfs,
  plans,
  loggedFaults,
  redaction,
];

/** They kill and end processes of the build. `npm test` tests them with small counts by `--small`. */
const WITH_PROCESSES: ReadonlySet<BackroomPromise> = new Set([kills, sigterm]);

/** What `npm test` leaves out: another test proves it, or it takes long with small counts, too. */
const isLeftToFullRun = ({ provenBy, isLong }: BackroomPromise) => provenBy !== undefined || isLong === true;

/** The promises of a small run. */
export const SMALL_RUN: readonly BackroomPromise[] = PROMISES.filter((promise) =>
  WITH_PROCESSES.has(promise),
);

/** They read what strangers and other systems send. */
const ABOUT_INPUT: ReadonlySet<BackroomPromise> = new Set([
  mutatedSheets,
  bombs,
  hostileUploads,
  exportsOfHostileCells,
  hostileRows,
  hostileHosts,
]);

const inOneProcess = PROMISES.filter((promise) => !WITH_PROCESSES.has(promise) && !isLeftToFullRun(promise));

/** The promises that `npm test` tests with small counts, in one process and in this order, by the file that does (tests/integration/guarantees). */
export const IN_ONE_PROCESS = {
  input: inOneProcess.filter((promise) => ABOUT_INPUT.has(promise)),
  records: inOneProcess.filter((promise) => !ABOUT_INPUT.has(promise)),
};
