/** Tests the promises one after the other and sends each finding to the parent (run.ts), which keeps the log. */

import fs from "node:fs";
import { laneOf, PROMISES } from "./promises/index.ts";
import type { BackroomPromise, Scale } from "./support/promise.ts";
import { openTestEnvironment } from "./support/test-environment.ts";

const [scale = "full", lane = "all", ...only] = process.argv.slice(2);
const isInLane = (promise: BackroomPromise) => lane === "all" || lane === laneOf(promise);
const isWanted = (promise: BackroomPromise) =>
  only.length > 0
    ? only.includes(promise.id)
    : isInLane(promise) && (scale === "full" || !(promise.provenBy || promise.isLong));

for (const { id, provenBy } of PROMISES)
  if (provenBy && !fs.existsSync(provenBy)) throw new Error(`${id} names ${provenBy}, which doesn't exist.`);
const environment = await openTestEnvironment();
try {
  for (const promise of PROMISES.filter(isWanted)) {
    const begun = performance.now();
    const found = await promise.test(environment.shop, scale as Scale).catch((error: Error) => ({
      passed: false,
      figure: `could not be tested: ${error.stack ?? error.message}${error.cause ? ` — ${error.cause}` : ""}`,
    }));
    process.send?.({
      ...found,
      id: promise.id,
      title: promise.title,
      seconds: (performance.now() - begun) / 1000,
    });
  }
} finally {
  await environment.close();
}
process.exit(0);
