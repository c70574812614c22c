import { liveAdminApi } from "./live.server";
import type { Operation, UserError } from "./operation";
import { collectionFilterDigests } from "./operations/collections";
import { metafieldsSet } from "./operations/metafields";
import { fileCreate, fileStatus, fileUpdate } from "./operations/product-media";
import { type AdminApi, type CallOptions, NoAnswer } from "./port";

/**
 * How long a call waits for others to be sent with it (milliseconds): until no other has joined it for a while, but never long.
 * Fewer calls save more time than the wait takes.
 */
const WAIT_MS = { idle: 100, most: 600 };

/** Where an operation has its list of inputs, and where the results are in its answer, in the same order. */
interface MergeableOperation {
  input: string;
  /** The most inputs in one call. */
  size: number;
  /** Of a mutation. Undefined for a query of `nodes`. */
  mutation?: { payload: string; results: string };
}

/** Shopify charges a mutation as much for one input as for many. */
const MERGEABLE = new Map<string, MergeableOperation>([
  [fileCreate.name, { input: "files", size: 50, mutation: { payload: "fileCreate", results: "files" } }],
  [fileUpdate.name, { input: "files", size: 50, mutation: { payload: "fileUpdate", results: "files" } }],
  [
    metafieldsSet.name,
    { input: "metafields", size: 25, mutation: { payload: "metafieldsSet", results: "metafields" } },
  ],
  [fileStatus.name, { input: "ids", size: 100 }],
  [collectionFilterDigests.name, { input: "ids", size: 100 }],
]);

type Answer = Record<string, unknown>;
type AnyOperation = Operation<Answer, Record<string, unknown>>;

/** A call that waits to be sent with others. */
interface WaitingCall {
  inputs: readonly unknown[];
  beforeSending: CallOptions["beforeSending"];
  resolve(answer: Answer | Promise<Answer>): void;
  reject(error: unknown): void;
}

/** Calls of one operation that will be sent together. */
interface Batch {
  calls: WaitingCall[];
  openedAt: number;
  timer: NodeJS.Timeout | undefined;
}

const inputsOf = (calls: readonly WaitingCall[]): unknown[] => calls.flatMap(({ inputs }) => inputs);

const apis = new WeakMap<AbortSignal, AdminApi>();

/**
 * The Admin API for the steps of a run, which run side by side: their calls about files and metafields are sent together. Each call
 * gets its own part of the answer, and a refusal concerns only the call that caused it.
 * @param signal of the run's attempt. Its steps share the API
 */
export function mergingAdminApi(shop: string, signal: AbortSignal): AdminApi {
  const existing = apis.get(signal);
  if (existing) return existing;
  const api = mergeCalls(liveAdminApi(shop), signal);
  apis.set(signal, api);
  return api;
}

function mergeCalls(api: AdminApi, signal: AbortSignal): AdminApi {
  const batches = new Map<string, Batch>();
  const options = { priority: "bulk", signal } as const;

  const send = (operation: AnyOperation, { input, ...kind }: MergeableOperation) => {
    const batch = batches.get(operation.name);
    if (!batch) return;
    batches.delete(operation.name);
    clearTimeout(batch.timer);
    let isStopped = false;
    const run = (calls: readonly WaitingCall[]) => {
      const beforeSending = async () => {
        const checks = await Promise.allSettled(calls.map((call) => call.beforeSending?.()));
        const stopped = checks.find((check) => check.status === "rejected");
        if (!stopped) return;
        isStopped = true;
        throw stopped.reason;
      };
      return api.run(operation, { [input]: inputsOf(calls) }, { ...options, beforeSending });
    };
    run(batch.calls).then(
      (answer) => shareOut(answer, batch.calls, kind, run),
      (error: unknown) => {
        // Nothing was sent. Only the calls whose own check refuses must not be.
        const isRepeated = isStopped && batch.calls.length > 1;
        for (const call of batch.calls) {
          if (isRepeated) call.resolve(run([call]));
          else call.reject(error);
        }
      },
    );
  };

  const enqueue = (
    operation: AnyOperation,
    kind: MergeableOperation,
    { inputs, beforeSending }: Pick<WaitingCall, "inputs" | "beforeSending">,
  ) =>
    new Promise<Answer>((resolve, reject) => {
      const open = batches.get(operation.name);
      if (open && inputsOf(open.calls).length + inputs.length > kind.size) send(operation, kind);
      const now = performance.now();
      const batch = batches.get(operation.name) ?? { calls: [], openedAt: now, timer: undefined };
      batch.calls.push({ inputs, beforeSending, resolve, reject });
      batches.set(operation.name, batch);
      clearTimeout(batch.timer);
      const wait = Math.min(WAIT_MS.idle, Math.max(0, batch.openedAt + WAIT_MS.most - now));
      batch.timer = setTimeout(() => send(operation, kind), wait);
      if (inputsOf(batch.calls).length >= kind.size) send(operation, kind);
    });

  return {
    ...api,
    run<Data, Variables>(operation: Operation<Data, Variables>, variables: Variables, call?: CallOptions) {
      const kind = MERGEABLE.get(operation.name);
      if (!kind) return api.run(operation, variables, call);
      const beforeSending = call?.beforeSending;
      const inputs = (variables as Record<string, readonly unknown[]>)[kind.input] ?? [];
      return enqueue(operation as unknown as AnyOperation, kind, { inputs, beforeSending }) as Promise<Data>;
    },
  };
}

/**
 * Gives each call its part of the answer. After a refusal, of which nothing was done, each call is sent alone. After a refusal of some
 * inputs, the others have their results.
 */
function shareOut(
  answer: Answer,
  calls: readonly WaitingCall[],
  { mutation }: Omit<MergeableOperation, "input">,
  run: (calls: readonly WaitingCall[]) => Promise<Answer>,
): void {
  const inputs = calls.flatMap((call) => call.inputs.map(() => call));
  if (!mutation) {
    const parts = partsOf(inputs, answer.nodes as unknown[]);
    for (const call of calls) call.resolve({ nodes: parts.get(call) ?? [] });
    return;
  }
  const { payload: name, results: resultsName } = mutation;
  const payload = answer[name] as Answer | null;
  const errors = (payload?.userErrors as UserError[] | undefined) ?? [];
  const results = (payload?.[resultsName] as unknown[] | null | undefined) ?? [];
  if (errors.length > 0 && results.length === 0) {
    for (const call of calls) call.resolve(calls.length > 1 ? run([call]) : answer);
    return;
  }
  const refused = new Set(errors.map(inputOf));
  const accepted = inputs.filter((_call, index) => !refused.has(index));
  if (results.length !== accepted.length) {
    for (const call of calls) call.reject(new NoAnswer(INCOMPLETE, true));
    return;
  }
  const parts = partsOf(accepted, results);
  for (const call of calls) {
    const own = {
      userErrors: errors.filter((error) => inputs[inputOf(error)] === call),
      [resultsName]: parts.get(call) ?? [],
    };
    call.resolve({ ...answer, [name]: { ...payload, ...own } });
  }
}

const INCOMPLETE = "Shopify's answer doesn't say what was changed. Retry this row.";

/** The results of each call. @param owners the call of each result */
function partsOf(owners: readonly WaitingCall[], results: readonly unknown[]): Map<WaitingCall, unknown[]> {
  const parts = new Map<WaitingCall, unknown[]>();
  for (const [index, call] of owners.entries()) parts.set(call, [...(parts.get(call) ?? []), results[index]]);
  return parts;
}

/** The input that an error is about: 2 of `["files", "2", "filename"]`. */
const inputOf = ({ field }: UserError): number => Number(field?.[1] ?? -1);
