/** Tests the promises one after the other and sends each finding to the parent (run.ts), which keeps the log. */

import fs from "node:fs";
import { PROMISES, SMALL_RUN } from "./promises/index.ts";
import type { BackroomPromise, Scale } from "./support/promise.ts";
import { openTestEnvironment } from "./support/test-environment.ts";

const [scale = "full", ...only] = process.argv.slice(2);
const isWanted = (promise: BackroomPromise) =>
  only.length > 0 ? only.includes(promise.id) : scale === "full" || SMALL_RUN.includes(promise);

for (const { id, provenBy } of PROMISES)
  for (const test of [provenBy ?? []].flat())
    if (!fs.existsSync(test)) throw new Error(`${id} names ${test}, which doesn't exist.`);
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
