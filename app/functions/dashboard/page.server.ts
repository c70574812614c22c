import type { ContractRouterClient } from "@orpc/contract";
import type { Texts } from "~/core/answer-call.server";
import type { ContractsOf } from "~/core/function-entry";
import type { Shop } from "~/platform/auth/shops.server";
import { readWithFallback } from "~/platform/contract/answer-with-fallback.server";
import { isoDateIn } from "~/platform/dates/instant";
import type { dashboardCalls } from "./calls.server";
import { dashboardCall, type dashboardFunction } from "./function";
import { FALLBACKS, METRIC_NAMES, type MetricName } from "./metrics";
import { readRange } from "./range";
import type { Point } from "./schemas";

/** The calls that the page posts, and what it says after them. */
export const dashboardTexts: Texts<ContractsOf<typeof dashboardFunction>> = {
  "dashboard.refresh": { say: ({ msg }) => msg, failure: { texts: { fallback: FALLBACKS.refresh } } },
  "dashboard.note": {
    say: ({ msg, day, text, before }) => ({
      text: msg,
      undo: { label: "Undo", call: dashboardCall("dashboard.note", { day, text: before, seen: text }) },
    }),
    failure: { texts: { fallback: FALLBACKS.note, withReason: true } },
  },
  "dashboard.declare": {
    say: ({ msg, before, after }) => ({
      text: msg,
      undo: { label: "Undo", call: dashboardCall("dashboard.declare", { ...before, seen: after }) },
    }),
    failure: { texts: { fallback: FALLBACKS.segments, withReason: true } },
  },
  "dashboard.export": {
    say: ({ msg, jobId }) => ({
      level: "info",
      text: msg,
      link: { label: "Open in Jobs", url: `/jobs/${jobId}` },
      job: { id: jobId, writesFile: true, failure: { text: FALLBACKS.export } },
    }),
    failure: { texts: { fallback: FALLBACKS.export } },
  },
};

/** What the page shows. */
export type DashboardPageData = Awaited<ReturnType<typeof readDashboardPage>>;

/** What the page shows of the days of the address: its questions, each metric with a call, and since when there are readings. */
export async function readDashboardPage(
  url: URL,
  dashboard: ContractRouterClient<typeof dashboardCalls>,
  { timeZone }: Pick<Shop, "timeZone">,
  now: Date,
) {
  const today = isoDateIn(now, timeZone);
  const { range, problem } = readRange(url.searchParams, today);
  const [questions, { since, readAt }, ...answers] = await readWithFallback(FALLBACKS.load, () =>
    Promise.all([
      dashboard.questions(range),
      dashboard.history(),
      ...METRIC_NAMES.map((metricName) => dashboard.metric({ metricName, ...range })),
    ]),
  );
  const series = Object.fromEntries(METRIC_NAMES.map((name, index) => [name, answers[index]?.data ?? []]));
  return { today, range, problem, since, readAt, questions, series: series as Record<MetricName, Point[]> };
}
