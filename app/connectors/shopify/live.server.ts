import pRetry, { AbortError } from "p-retry";
import { Gauge } from "prom-client";
import { parseStorableJson } from "~/platform/contract/storable-text";
import { beforeDeadline, deadlineSignal, pause, pauseMs, untilDeadline } from "~/platform/deadline.server";
import { isDatabaseUnavailable, Refusal, upstreamFailed } from "~/platform/errors";
import { reportThrottle } from "~/platform/jobs/start-later.server";
import { log } from "~/platform/log.server";
import { metrics, throttledAnswers } from "~/platform/metrics/metrics.server";
import { tracedFetch } from "~/platform/trace.server";
import { forgetAccessToken, offlineAccessToken, rejectAccessToken } from "./access-token.server";
import { RateBudget, type ThrottleStatus } from "./budget.server";
import type { Operation } from "./operation";
import { shopContext } from "./operations/shop";
import { type AdminApi, type CallOptions, NoAnswer, NotConnected, type Priority } from "./port";

const API_VERSION = "2026-10";
/** The timeout of a request. */
export const ANSWER_WITHIN_MS = 30_000;
const REPEATS = { person: 4, bulk: 8 } as const;
const THROTTLED_FOR_A_PERSON_MS = 20_000;

interface Answer<Data> {
  data?: Data | null;
  errors?: AnswerError[] | string;
  extensions?: { cost?: { requestedQueryCost?: number; throttleStatus?: ThrottleStatus } };
}

interface AnswerError {
  message: string;
  /** Absent when the whole document was refused. */
  path?: (string | number)[];
  extensions?: { code?: string };
}

/** Nothing was executed, for certain. */
class NotExecuted extends Error {}
class Throttled extends NotExecuted {}

/** Shopify's codes for documents that it refuses before execution, and Node's codes for a failed connection. */
const REFUSED_BEFORE_EXECUTION = new Set(["ACCESS_DENIED", "MAX_COST_EXCEEDED", "SHOP_INACTIVE"]);
const NOT_CONNECTED = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

/** True when the failure shows that the request was not executed. */
function wasNotExecuted(error: unknown): boolean {
  const inner = error instanceof AbortError ? error.originalError : error;
  if (inner instanceof NotExecuted || inner instanceof Refusal) return true;
  const cause = inner instanceof Error ? (inner.cause as { code?: string } | undefined) : undefined;
  return NOT_CONNECTED.has(cause?.code ?? "");
}

/**
 * Work that leaves its slot because the shop's points are used up starts again after this time, with points for a burst. The bucket
 * holds more than that, so no points are lost.
 */
const REFILL_MS = 2_000;

const budgets = new Map<string, RateBudget>();
const budgetOf = (shop: string) => {
  const budget =
    budgets.get(shop) ?? new RateBudget(undefined, undefined, () => reportThrottle(shop, REFILL_MS));
  budgets.set(shop, budget);
  return budget;
};

new Gauge({
  name: "backroom_shopify_points_ratio",
  help: "The share of a shop's points that is left, as this process estimates it, of the shops that it has asked.",
  labelNames: ["shop"],
  registers: [metrics],
  collect() {
    this.reset();
    for (const [shop, { availableShare }] of budgets)
      if (availableShare !== null) this.set({ shop }, availableShare);
  },
});

/** The points that Shopify restores per second in a shop. Null until this process has had an answer. */
export const restoreRateOf = (shop: string): number | null => budgets.get(shop)?.restoreRate ?? null;

/** The Admin API of a shop over HTTPS, with the app's offline token. */
export function liveAdminApi(shop: string): AdminApi {
  return {
    run: (operation, variables, options = {}) => runWithRetries(shop, operation, variables, options),
    async download(url, signal) {
      const response = await tracedFetch("Shopify result file", url, { signal: untilDeadline(signal) });
      if (!response.ok || !response.body)
        throw upstreamFailed("Shopify's result file couldn't be downloaded.");
      return response.body;
    },
  };
}

/**
 * Whether Shopify is down for a shop, after an error about one of many records. Work on them ends then. Otherwise it would wait half a
 * minute for each, in a slot that other work needs. Shopify can also fail about a single record, so this asks something simple.
 */
export async function isShopifyDown(shop: string, error: unknown): Promise<boolean> {
  if (error instanceof NotConnected) return true;
  if (!(error instanceof NoAnswer)) return false;
  try {
    await liveAdminApi(shop).run(shopContext, {});
    return false;
  } catch (cause) {
    if (isDatabaseUnavailable(cause)) throw cause;
    return true;
  }
}

/** Retries after failures with exponential backoff. Throttling is not a failure: it doesn't count as a try. */
async function runWithRetries<Data, Variables>(
  shop: string,
  operation: Operation<Data, Variables>,
  variables: Variables,
  options: CallOptions,
): Promise<Data> {
  const { priority = "person", signal, beforeSending } = options;
  const startedAt = performance.now();
  const sending = new InFlight(operation, variables, priority, signal, beforeSending);
  const untilNotThrottled = async (): Promise<Data> => {
    for (let backoff = 250; ; backoff = Math.min(backoff * 2, 4_000)) {
      try {
        return await sendOnce(shop, sending);
      } catch (error) {
        if (!(error instanceof Throttled)) throw error;
        throttledAnswers.inc({ shop });
        if (priority === "person" && performance.now() - startedAt > THROTTLED_FOR_A_PERSON_MS) {
          throw new AbortError("Shopify is busy");
        }
        if (priority === "bulk") reportThrottle(shop, REFILL_MS);
        await pause(backoff, { signal: sending.endsWaiting });
      }
    }
  };
  try {
    return await pRetry(untilNotThrottled, {
      retries: operation.repeatable ? REPEATS[priority] : 0,
      minTimeout: pauseMs(200),
      maxTimeout: pauseMs(5_000),
      randomize: true,
      signal: untilDeadline(operation.isMutation ? undefined : signal),
      shouldRetry: ({ error }) => !isNotShopifys(error) && !sending.endsWaiting?.aborted,
    });
  } catch (error) {
    if (signal?.aborted || isNotShopifys(error)) throw error;
    log.warn(
      { shop, operation: operation.name, err: error instanceof Error ? error.message : "" },
      "Shopify did not answer",
    );
    const mayBeDone = operation.isMutation && sending.uncertain;
    throw new NoAnswer(noAnswerText(mayBeDone), mayBeDone);
  }
}

/** Deadlines that ended the wait for a mutation. The reads after it, which look for its outcome, must not deny it. */
const uncertainDeadlines = new WeakSet<AbortSignal>();

/** What a person reads. */
function noAnswerText(mayBeDone: boolean): string {
  const deadline = deadlineSignal();
  if (!deadline?.aborted)
    return "Shopify didn't answer as it should. Nothing is lost; try again in a minute.";
  if (mayBeDone) uncertainDeadlines.add(deadline);
  return uncertainDeadlines.has(deadline)
    ? "Shopify didn't answer in time. The change may still be made. Reload the page in a minute to see the result before you try again."
    : "Shopify didn't answer in time. Reload the page, and try again in a minute.";
}

/**
 * True for an error that a retry doesn't change and that isn't about Shopify's silence: a refusal is an answer, and a lost database is
 * the caller's to handle, which repeats its work later instead of reporting a failure of Shopify.
 */
const isNotShopifys = (error: unknown): boolean => error instanceof Refusal || isDatabaseUnavailable(error);

/** An operation in flight. */
class InFlight<Data, Variables> {
  /** A request was sent and its outcome is unknown: it may have been executed. */
  uncertain = false;

  constructor(
    readonly operation: Operation<Data, Variables>,
    readonly variables: Variables,
    readonly priority: Priority,
    private readonly signal?: AbortSignal,
    readonly beforeSending?: () => Promise<void>,
  ) {}

  /**
   * The caller may cancel at any time, except while the outcome of a mutation is unknown. A person's deadline ends every wait: the
   * mutation's intent stays open.
   */
  get endsWaiting(): AbortSignal | undefined {
    return untilDeadline(this.operation.isMutation && this.uncertain ? undefined : this.signal);
  }
}

async function sendOnce<Data, Variables>(shop: string, sending: InFlight<Data, Variables>): Promise<Data> {
  const { operation, variables, priority } = sending;
  const budget = budgetOf(shop);
  const token = await beforeDeadline(offlineAccessToken(shop));
  const points = await beforeDeadline(budget.take(operation.name, priority, sending.endsWaiting));
  let cost: NonNullable<Answer<Data>["extensions"]>["cost"];
  const before = sending.uncertain;
  try {
    await sending.beforeSending?.();
    sending.uncertain = true;
    const timeout = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const response = await tracedFetch(
      `Shopify ${operation.name}`,
      `https://${shop}/admin/api/${API_VERSION}/graphql.json`,
      {
        method: "POST",
        headers: { "content-type": "application/json", "x-shopify-access-token": token },
        body: JSON.stringify({ query: operation.text, variables, operationName: operation.name }),
        signal: sending.endsWaiting ? AbortSignal.any([sending.endsWaiting, timeout]) : timeout,
      },
    );
    if (response.status === 429) throw new Throttled();
    if (response.status === 401 || response.status === 403) {
      sending.uncertain = before;
      forgetAccessToken(shop);
      // 403 is about permissions, which another token would lack, too.
      if (response.status === 401) await rejectAccessToken(shop, token);
      throw new NotExecuted(`Shopify refused the access token (${response.status}).`);
    }
    // After a gateway timeout the outcome is unknown.
    if (response.status < 500 && response.status !== 408 && !response.ok)
      throw new AbortError(new NotExecuted(`Shopify answered ${response.status}.`));
    if (!response.ok) throw new Error(`Shopify answered ${response.status}.`);
    const answer = parseStorableJson(await response.text()) as Answer<Data>;
    cost = answer.extensions?.cost;
    return dataOf(answer, operation);
  } catch (error) {
    if (wasNotExecuted(error)) sending.uncertain = before;
    throw error;
  } finally {
    budget.settle(operation.name, points, cost);
  }
}

function dataOf<Data>(
  answer: Answer<Data>,
  { name, isMutation }: Pick<Operation<Data, never>, "name" | "isMutation">,
): Data {
  const errors: AnswerError[] =
    typeof answer.errors === "string" ? [{ message: answer.errors }] : (answer.errors ?? []);
  if (errors.length === 0 && answer.data) return answer.data;
  const codes = errors.map((error) => error.extensions?.code);
  const words = `${name}: ${errors.map((error) => error.message).join(" ")}`;
  // The mutation was executed and only its answer is incomplete: look up the outcome, never send it again.
  if (isMutation && !isRefusedWhole(answer.data, errors)) throw new AbortError(words);
  if (codes.includes("THROTTLED")) throw new Throttled();
  if (codes.includes("ACCESS_DENIED")) {
    throw upstreamFailed(
      "Shopify denies access: the app's permissions in this shop have to be renewed. Open the app again as the owner.",
    );
  }
  // An internal error also comes with HTTP 200. A retry may succeed.
  if (codes.includes("INTERNAL_SERVER_ERROR")) throw new Error(words);
  const isRefused = codes.some((code) => REFUSED_BEFORE_EXECUTION.has(code ?? ""));
  throw new AbortError(new (isRefused ? NotExecuted : Error)(words));
}

/** True when no field was executed: every field is null and no error has a path inside a field. */
function isRefusedWhole(data: unknown, errors: readonly AnswerError[]): boolean {
  const hasAnswer = Object.values(data ?? {}).some((field) => field !== null);
  return !hasAnswer && errors.every(({ path = [] }) => path.length <= 1);
}
