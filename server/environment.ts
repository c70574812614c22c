import net from "node:net";
import { z } from "zod";
import { LOCAL_API_KEY } from "~/platform/app-address.server";
import { parseDatabaseUrl } from "~/platform/db/database-url";
import { DEFAULT_POOL_SIZE } from "~/platform/db/pool-size";
import { isLoopbackUrl } from "~/platform/loopback";
import { readMailbox } from "~/platform/mail-address";
import { readAllowance } from "~/platform/outbound-host.server";

const address = (what: string) =>
  z
    .string({ error: `is missing: ${what}` })
    .refine((value) => /^https?:\/\/[^/]+/.test(value), `must be ${what}, starting with http:// or https://`);

const count = (fallback: number, min: number, max: number) =>
  z.coerce
    .number({ error: "must be a number" })
    .int("must be a whole number")
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`)
    .default(fallback);

const databaseUrl = z
  .string({
    error: "is missing: the PostgreSQL database, such as postgres://user:password@host:5432/backroom",
  })
  .superRefine((text, context) => {
    try {
      parseDatabaseUrl(text);
    } catch (error) {
      context.addIssue({ code: "custom", message: (error as Error).message });
    }
  });

const PROXIES_NOT_VALID = "must be addresses, or ranges such as 203.0.113.0/24, separated by commas";

/** True for an IP address or a range in CIDR notation. */
function isAddressRange(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const maxBits = { 4: 32, 6: 128 }[net.isIP(address)];
  return (
    maxBits !== undefined &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits))
  );
}

/** Those of the log's library (https://getpino.io). */
const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

const workerVariables = {
  /** It encrypts credentials and signs links. Unset, SHOPIFY_API_SECRET does. */
  BACKROOM_SECRET_KEY: z.string().optional(),
  /** The key that will be the next one. Every process must have it before one uses it. */
  BACKROOM_NEXT_SECRET_KEY: z.string().min(16, "must be at least 16 characters").optional(),
  /** The former key, while something still needs it, or `lost`. */
  BACKROOM_PREVIOUS_SECRET_KEY: z.string().optional(),
  NODE_ENV: z.string().optional(),
  DATABASE_URL: databaseUrl,
  SHOPIFY_API_KEY: z.string({ error: "is missing: the app's client id" }).min(1, "is empty"),
  SHOPIFY_API_SECRET: z.string({ error: "is missing: the app's client secret" }).min(1, "is empty"),
  SHOPIFY_APP_URL: address("the address under which browsers reach the app"),
  SCOPES: z
    .string()
    .regex(/^\s*[a-z_]+(\s*,\s*[a-z_]+)*\s*$/, "must be Shopify's names of scopes, separated by commas")
    .optional(),
  DATABASE_POOL: count(DEFAULT_POOL_SIZE, 2, 1_000),
  /** Where the process shows its metrics, and a worker its health. Unset, it shows none. */
  METRICS_PORT: z.coerce
    .number({ error: "must be a number" })
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(65_535, "must be at most 65535")
    .optional(),
  /** The IP address of METRICS_PORT. Metrics name shops, so it must not be reachable from the internet. */
  METRICS_BIND: z
    .string()
    .refine((text) => net.isIP(text) !== 0, "must be an IP address, such as 10.0.0.5")
    .default("127.0.0.1"),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`).optional(),
  /** Private networks and servers on other ports that the shops' connections may lead to. */
  OUTBOUND_ALLOW: z
    .string()
    .default("")
    .superRefine((text, context) => {
      try {
        readAllowance(text);
      } catch (error) {
        context.addIssue({ code: "custom", message: `is refused: ${(error as Error).message}` });
      }
    }),
  /** The mail server. Without one, emails wait in the outbox. */
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^/]+/, "must start with smtp:// or smtps://")
    .optional(),
  /** The sender for shops that haven't set one. */
  MAIL_FROM: z
    .string()
    .refine((text) => readMailbox(text) !== null, "must be an address, or a name and an address in <>")
    .optional(),
};

const webVariables = {
  ...workerVariables,
  PORT: count(3000, 1, 65_535),
  /** The IP address to listen on. Unset, it is loopback beside the local store, and every address otherwise. */
  BACKROOM_BIND: z
    .string()
    .refine((text) => net.isIP(text) !== 0, "must be an IP address, such as 0.0.0.0 for every IPv4 address")
    .optional(),
  BACKEND_URL: address("the address of the backend, with its route prefix").optional(),
  /** How many requests may be in flight before further ones are refused with 503. */
  MAX_REQUESTS_IN_FLIGHT: count(256, 1, 100_000),
  /** Reverse proxies with public IP addresses whose X-Forwarded-* headers are trusted, like those of private ones. */
  TRUSTED_PROXIES: z
    .string()
    .default("")
    .transform((list) =>
      list
        .split(",")
        .map((range) => range.trim())
        .filter(Boolean),
    )
    .refine((ranges) => ranges.every(isAddressRange), PROXIES_NOT_VALID),
};

type WorkerEnvironment = z.infer<z.ZodObject<typeof workerVariables>>;

/** The environment of a web process. */
export type WebEnvironment = z.infer<z.ZodObject<typeof webVariables>>;

/**
 * Reads the web process's environment.
 * @throws Error with one line per variable that is missing or wrong, each naming the variable.
 */
export const webEnvironment = (env: NodeJS.ProcessEnv): WebEnvironment =>
  parse(z.object(webVariables).superRefine(requireSafeAddress), env);

/**
 * Reads the worker process's environment.
 * @throws Error with one line per variable that is missing or wrong, each naming the variable.
 */
export const workerEnvironment = (env: NodeJS.ProcessEnv) =>
  parse(z.object(workerVariables).superRefine(requireSafeAddress), env);

/** In production, session tokens must not travel in plain text, and the secret of the local store's key is public. */
function requireSafeAddress(env: WorkerEnvironment, context: z.RefinementCtx): void {
  if (env.NODE_ENV !== "production" || isLoopbackUrl(env.SHOPIFY_APP_URL)) return;
  if (!env.SHOPIFY_APP_URL.startsWith("https://"))
    context.addIssue({
      code: "custom",
      path: ["SHOPIFY_APP_URL"],
      message: "must start with https:// in production",
    });
  if (env.SHOPIFY_API_KEY === LOCAL_API_KEY)
    context.addIssue({
      code: "custom",
      path: ["SHOPIFY_API_KEY"],
      message: `is "${LOCAL_API_KEY}", the local store's key, whose secret is public. Set your own app's client id`,
    });
}

/**
 * A port number from the environment.
 * @throws Error that names the variable when its value isn't a port.
 */
export function portFrom(env: NodeJS.ProcessEnv, variable: string, fallback: number): number {
  return parse(z.object({ [variable]: count(fallback, 1, 65_535) }), env)[variable] as number;
}

function parse<T>(schema: z.ZodType<T>, env: NodeJS.ProcessEnv): T {
  // An empty variable means an unset one, as in every shell script that writes `PORT=`.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}.`);
  throw new Error(lines.join("\n"));
}
