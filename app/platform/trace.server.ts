type Attributes = Record<string, string | number | undefined>;

/** A unit of work in a trace. Names and attributes must not have secrets, personal data, or the query of an address. */
interface SpanDescription {
  name: string;
  /** A request that is answered, a call to another system, or a message of the queue. */
  kind: "server" | "client" | "consumer";
  attributes?: Attributes;
}

/** What is known only at the end of the work. */
type Describe = (attributes: Attributes, name?: string) => void;

/** Runs work in a span, which ends with it. */
export type Tracer = <T>(span: SpanDescription, work: (describe: Describe) => Promise<T>) => Promise<T>;

let tracer: Tracer | undefined;

/** Lets `inSpan` make spans. Undefined: it only runs the work. */
export const setTracer = (next: Tracer | undefined): void => {
  tracer = next;
};

/** Runs work in a span of the current trace, when traces are exported. */
export const inSpan: Tracer = (span, work) => (tracer ? tracer(span, work) : work(() => undefined));

/** `fetch` in a span. @param name of the call, for people: "Shopify OrderById" */
export const tracedFetch = (name: string, url: string, init?: RequestInit): Promise<Response> =>
  inSpan(
    {
      name,
      kind: "client",
      attributes: { "http.request.method": init?.method ?? "GET", "server.address": new URL(url).hostname },
    },
    async (describe) => {
      const response = await fetch(url, init);
      describe({ "http.response.status_code": response.status });
      return response;
    },
  );
