import { freePort } from "../../../server/process/ports.ts";
import { withMachineFactor } from "../../support/machine-factor.ts";
import { startBuilt, untilHealthy } from "../support/built-process.ts";
import { signIn } from "../support/flags.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";
import { sendTraffic } from "../support/traffic.ts";

const CLIENTS = 200;
/** Fewer than the clients, so that requests are refused. */
const MAX_IN_FLIGHT = 32;
const NORMAL_WITHIN_MS = 5_000;
/** A small run may share its machine with other work. */
const SMALL_RUN_WITHIN_MS = 20_000;
/** The number of answers in a row that is normal operation. */
const NORMAL_ANSWERS = 20;

export const overload: BackroomPromise = {
  id: "R25",
  title: `${CLIENTS} clients at the same time, on a web process that takes ${MAX_IN_FLIGHT} requests`,
  // What it adds is the minute under load.
  provenBy: "tests/integration/server/web-shell.test.ts",
  async test(shop, scale) {
    const seconds = scale === "small" ? 3 : 60;
    await signIn([shop.token("1")]);
    const port = await freePort();
    const web = startBuilt("web", port, { MAX_REQUESTS_IN_FLIGHT: String(MAX_IN_FLIGHT) });
    try {
      await untilHealthy(port);
      const end = performance.now() + seconds * 1000;
      const answers = await sendTraffic(shop, port, {
        clients: CLIENTS,
        isOver: () => performance.now() > end,
      });
      const ended = performance.now();
      let inARow = 0;
      const after = await sendTraffic(shop, port, {
        clients: 1,
        isOver: () =>
          inARow >= NORMAL_ANSWERS || performance.now() - ended > 2 * withMachineFactor(SMALL_RUN_WITHIN_MS),
        onAnswer: ({ status }) => {
          inARow = status === 200 ? inARow + 1 : 0;
        },
      });
      // The last answers are the normal ones. Until the one before them, it was not normal again.
      const normalAfter = (after.at(-NORMAL_ANSWERS - 1)?.at ?? ended) - ended;
      const within = scale === "small" ? withMachineFactor(SMALL_RUN_WITHIN_MS) : NORMAL_WITHIN_MS;
      const count = (status: number) => answers.filter((answer) => answer.status === status).length;
      return finding(
        `${answers.length} answers in ${seconds} s (200: ${count(200)}, 429: ${count(429)}, 503: ${count(503)}), normal again after ${(normalAfter / 1000).toFixed(1)} s`,
        {
          "other answers": answers.filter(({ status }) => ![200, 429, 503].includes(status)).length,
          "runs without overload": count(503) + count(429) > 0 ? 0 : 1,
          "not normal again in time": inARow >= NORMAL_ANSWERS && normalAfter <= within ? 0 : 1,
        },
      );
    } finally {
      web.kill("SIGKILL");
    }
  },
};
