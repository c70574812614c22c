/**
 * The load generator, in a process of its own so that its work is not taken for the server's. Takes plans from its parent and
 * returns the results. Connections are kept alive, one per client. Every response is read to its end and must be 200.
 */
import http from "node:http";
import { type BenchRequest, type LoadPlan, type LoadResult, percentile } from "./plan.ts";

process.on("message", async (plan: LoadPlan) => {
  try {
    process.send?.({ result: await runPlan(plan) });
  } catch (error) {
    process.send?.({ error: error instanceof Error ? error.message : String(error) });
  }
});

// This process ends with the bench.
process.on("disconnect", () => process.exit());

async function runPlan({ requests, clients, seconds }: LoadPlan): Promise<LoadResult> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients });
  const times: number[] = [];
  let next = 0;
  const started = performance.now();
  const end = started + seconds * 1000;
  const client = async () => {
    while (performance.now() < end) {
      const request = requests[next++ % requests.length] as BenchRequest;
      const sent = performance.now();
      await send(request, agent);
      times.push(performance.now() - sent);
    }
  };
  try {
    await Promise.all(Array.from({ length: clients }, client));
  } finally {
    agent.destroy();
  }
  const elapsed = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), perSecond: times.length / elapsed };
}

function send({ method, url, headers, body }: BenchRequest, agent: http.Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers, agent }, (response) => {
      if (response.statusCode === 200) response.resume().once("end", resolve).once("error", reject);
      else reject(new Error(`${method} ${new URL(url).pathname} answered ${response.statusCode}.`));
    });
    request.once("error", reject);
    request.end(body);
  });
}
