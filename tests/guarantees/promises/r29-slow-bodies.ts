import { freePort } from "../../../server/process/ports.ts";
import { withMachineFactor } from "../../support/machine-factor.ts";
import type { TestShop } from "../../support/test-shop.ts";
import { startBuilt, untilHealthy } from "../support/built-process.ts";
import { signIn } from "../support/flags.ts";
import { type BackroomPromise, finding, percentile } from "../support/promise.ts";
import { holdSlowBodies } from "../support/slow-bodies.ts";
import { refusedIn, sendTraffic } from "../support/traffic.ts";

const SOCKETS = 500;
const CLIENTS = 6;
const FACTOR = 1.5;
/** A small run may share its machine with other work, which makes a few answers late. It sees that no request waits for the sockets. */
const SMALL_RUN_TOLERANCE_MS = 5_000;

export const slowBodies: BackroomPromise = {
  id: "R29",
  title: `${SOCKETS} sockets announce a body and send one byte of it`,
  // What it adds is the speed of the other answers, which a run beside other work can't judge.
  provenBy: "tests/integration/server/web-shell.test.ts",
  async test(shop, scale) {
    const [before, during] = scale === "small" ? [2, 4] : [30, 60];
    await signIn([shop.token("1")]);
    const port = await freePort();
    const web = startBuilt("web", port);
    try {
      await untilHealthy(port);
      // The first requests compile what they use.
      await trafficFor(shop, port, 2);
      const without = await trafficFor(shop, port, before);
      const release = holdSlowBodies(port, SOCKETS);
      const beside = await trafficFor(shop, port, during).finally(release);
      const [p95Without, p95] = [without, beside].map((answers) =>
        percentile(
          answers.map(({ milliseconds }) => milliseconds),
          0.95,
        ),
      ) as [number, number];
      const most = p95Without * FACTOR + (scale === "small" ? withMachineFactor(SMALL_RUN_TOLERANCE_MS) : 0);
      return finding(
        `${beside.length} other requests in ${during} s, p95 ${Math.round(p95)} ms (without the sockets ${Math.round(p95Without)} ms)`,
        { refused: refusedIn(beside).length, "too slow at p95": p95 <= most ? 0 : 1 },
      );
    } finally {
      web.kill("SIGKILL");
    }
  },
};

function trafficFor(shop: TestShop, port: number, seconds: number) {
  const end = performance.now() + seconds * 1000;
  return sendTraffic(shop, port, { clients: CLIENTS, isOver: () => performance.now() > end });
}
