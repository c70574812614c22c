/** One request of a load, as the generator sends it. */
export interface BenchRequest {
  method: "GET" | "POST" | "PUT";
  url: string;
  headers?: Record<string, string>;
  /** JSON text. */
  body?: string;
}

/** What the generator is to do: each client sends the requests in turn, the next one when the last is answered. */
export interface LoadPlan {
  requests: BenchRequest[];
  clients: number;
  seconds: number;
}

/** The outcome of a load. Milliseconds from the first byte sent to the last one received. */
export interface LoadResult {
  p50: number;
  p95: number;
  perSecond: number;
}

/** The value below which this share (0 to 1) of the sorted values lies. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
