import { setTimeout as wait } from "node:timers/promises";
import { StartLater } from "~/platform/jobs/start-later.server";
import { log, logContext } from "~/platform/log.server";
import { setTracer, type Tracer } from "~/platform/trace.server";

/** A collector that doesn't answer must not delay the end of the process (milliseconds). */
const FLUSH_WITHIN_MS = 1_000;

/**
 * Exports traces by OTLP over HTTP (JSON) when OTEL_EXPORTER_OTLP_ENDPOINT is set. Only then are OpenTelemetry's packages loaded.
 * @param processName "web" or "worker"
 * @returns sends what is left, and ends the export
 * @throws Error that names the variable when the optional packages aren't installed
 */
export async function startTracing(processName: string): Promise<() => Promise<void>> {
  if (!process.env.OTEL_EXPORTER_OTLP_ENDPOINT) return async () => undefined;
  const { api, node, exporter, resources } = await loadPackages();
  api.diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: api.DiagLogLevel.WARN },
  );
  const provider = new node.NodeTracerProvider({
    resource: resources.resourceFromAttributes({
      "service.name": process.env.OTEL_SERVICE_NAME ?? `backroom-${processName}`,
    }),
    spanProcessors: [new node.BatchSpanProcessor(new exporter.OTLPTraceExporter())],
  });
  provider.register();
  setTracer(tracerOf(api, provider.getTracer("backroom")));
  return async () => {
    setTracer(undefined);
    await Promise.race([provider.shutdown().catch(warn), wait(FLUSH_WITHIN_MS, undefined, { ref: false })]);
    api.trace.disable();
    api.context.disable();
    api.diag.disable();
  };
}

const warn = (problem: unknown): void =>
  log.warn({ problem: String(problem) }, "traces could not be exported");
const ignore = (): void => undefined;

async function loadPackages() {
  try {
    const [api, node, exporter, resources] = await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/sdk-trace-node"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
    ]);
    return { api, node, exporter, resources };
  } catch (error) {
    throw new Error(
      "OTEL_EXPORTER_OTLP_ENDPOINT is set, and the optional packages of OpenTelemetry aren't installed. Run npm ci without --omit=optional.",
      { cause: error },
    );
  }
}

type Api = typeof import("@opentelemetry/api");

const tracerOf =
  ({ SpanKind, SpanStatusCode }: Api, tracer: import("@opentelemetry/api").Tracer): Tracer =>
  ({ name, kind, attributes }, work) => {
    const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };
    return tracer.startActiveSpan(name, { kind: kinds[kind], attributes }, async (span) => {
      try {
        return await work((more, newName) => {
          span.setAttributes(more);
          if (newName) span.updateName(newName);
        });
      } catch (error) {
        if (!(error instanceof StartLater)) {
          span.setStatus({ code: SpanStatusCode.ERROR });
          span.setAttribute("error.type", kindOf(error));
        }
        throw error;
      } finally {
        const { shop } = logContext();
        if (shop) span.setAttribute("backroom.shop", shop);
        span.end();
      }
    });
  };

/** An error's code or name. Its message may have personal data. */
function kindOf(error: unknown): string {
  const { code, name = "unknown" } = error as { code?: unknown; name?: string };
  return typeof code === "string" ? code : name;
}
