import type { Schema } from "@orpc/contract";
import { z } from "zod";
import { type Call, call } from "~/core/call.server";
import { serverSteps, type TestStep, testSteps } from "~/platform/connection-test.server";
import { badRequest, Refusal } from "~/platform/errors";
import { log } from "~/platform/log.server";
import type { SealedColumn } from "~/platform/secrets/sealed-column.server";
import {
  type ConnectionCard,
  type ConnectionField,
  type DeclaredConnection,
  fieldsOf,
  MAX_ADDRESS_LENGTH,
  secretNameOf,
} from "./connection-card";
import { type ConnectionAccess, connectionSettings, type ShownSettings } from "./connection-settings.server";

interface Declaration<Name extends string, Field extends string, Secret extends string, Flag extends string>
  extends ConnectionCard<Field, Secret, Flag> {
  /** The key of its calls under `connectors`, the first part of their path, and the key of its settings. */
  name: Name;
  /** Refuses what needs the connection, in a shop where it isn't set up. */
  notConfigured: string;
  /** What can be done once it is set up, for the notice. */
  nextStep: string;
  /** Refuses values that are valid one by one, but not together. It gets all of them: the stored ones of those that a caller leaves out. */
  check?(fields: Record<Field, string>): void;
  test: {
    /** What it checks: "Ekata accepts the key". */
    checks: string;
    /**
     * What is tried once the server is reached, one after the other, without an effect in the other system. Each returns what it found
     * as a sentence, and throws a refusal that says what to correct.
     */
    steps: readonly { name: string; run(access: ConnectionAccess<Field>): Promise<string> }[];
  };
}

/** The settings as calls answer them, without the secret. */
type Answer<Field extends string, Flag extends string> = { base_url: string } & { [F in Field]: string } & {
  [F in Flag]: boolean;
};

/**
 * The settings as they are saved. Without a secret the stored one stays, for the same address only.
 * `seen` is what the form showed: 409 when something else is stored.
 */
type Input<Field extends string, Secret extends string, Flag extends string> = { base_url: string } & {
  [F in Field]: string;
} & { [S in Secret]?: string } & { seen?: Answer<Field, Flag> };

/** A call whose schemas are made of the card, so that only their types are known. */
type CallOf<In, Out> = Call<Schema<In, In>, Schema<unknown, Out>>;

type ConnectionCalls<Saved, Shown> = {
  read: CallOf<unknown, Shown>;
  save: CallOf<Saved, Shown & { changed: boolean }>;
  testConnection: CallOf<unknown, { status: boolean; msg: string; steps: TestStep[] }>;
};

/** The settings of any connection, as its calls answer them. */
export type AnsweredSettings = Record<string, string | boolean>;

/** The calls of any connection. */
export type CallsOfAnyConnection = ConnectionCalls<
  Record<string, string | AnsweredSettings | undefined>,
  AnsweredSettings
>;

/** A connection of any kind, with its calls. */
export interface Connection extends DeclaredConnection {
  kind: "connection";
  sealedColumn: SealedColumn;
}

/** One step of a test, as calls answer it. */
export const testStep = z.object({
  name: z.string(),
  state: z.enum(["passed", "failed", "skipped"]),
  /** What was found, or what is wrong and what to do. */
  text: z.string(),
});

const text = (maxLength: number) =>
  z.string().trim().max(maxLength, `must be at most ${maxLength} characters`);

function fieldValue({ maxLength, pattern, initial }: ConnectionField) {
  const value = pattern
    ? text(maxLength).regex(new RegExp(pattern.source), pattern.message)
    : text(maxLength);
  // A caller that doesn't know the field yet sends the others.
  return initial === undefined ? value : value.optional();
}

/** Without the address that was there, the connection is turned off, whatever the fields have. Without one before, one is missing. */
function requireAddress(
  card: ConnectionCard,
  { seen, baseUrl, fields }: { seen: AnsweredSettings; baseUrl: string; fields: Record<string, string> },
): void {
  const isFilledIn = fieldsOf(card).some(
    ({ name, initial = "" }) => !["", initial].includes(fields[name] ?? ""),
  );
  if (baseUrl || seen.base_url || !isFilledIn) return;
  const problem = `Enter the address of ${card.title}, too.`;
  throw badRequest(problem, { base_url: problem });
}

/**
 * Declares the connection to another system: its settings, their card on Settings, and the calls that read, save and test them.
 * Name it under `declares` of its module, and its calls under `connectors`.
 */
export function defineConnection<
  const Name extends string,
  const Field extends string = never,
  const Secret extends string = string,
  const Flag extends string = string,
>({ name, notConfigured, nextStep, check, test, ...card }: Declaration<Name, Field, Secret, Flag>) {
  const settings = connectionSettings<Field>(name, card, { notConfigured, check });
  const { title, secret } = card;
  const fields = fieldsOf(card);
  const shown = z.object({
    base_url: z.string(),
    ...Object.fromEntries(fields.map((field) => [field.name, z.string()])),
    [secret.storedFlag]: z.boolean(),
  });
  const input = z.object({
    base_url: text(MAX_ADDRESS_LENGTH),
    ...Object.fromEntries(fields.map((field) => [field.name, fieldValue(field)])),
    // Write-only: it is never returned.
    [secret.name]: text(MAX_ADDRESS_LENGTH)
      .regex(/^[\x21-\x7e]*$/, "must be letters, digits and signs without spaces")
      .optional(),
    seen: shown.optional(),
  });

  const answerOf = ({ baseUrl, fields, hasSecret }: ShownSettings<Field>) => ({
    base_url: baseUrl,
    ...fields,
    [secret.storedFlag]: hasSecret,
  });

  const shownIn = ({ base_url: baseUrl, [secret.storedFlag]: hasSecret, ...fields }: AnsweredSettings) =>
    ({ baseUrl, fields, hasSecret }) as unknown as ShownSettings<Field>;

  const calls = {
    read: call(`GET /${name}/settings`, {
      for: "owner",
      summary: `How ${title} is set up`,
      output: shown,
      run: async ({ shop }) => answerOf(await settings.read(shop.domain)),
    }),
    save: call(`PUT /${name}/settings`, {
      for: "owner",
      summary: `Set up ${title}. An empty address turns it off and deletes the ${secretNameOf(card)}`,
      input,
      output: shown.extend({ changed: z.boolean() }),
      async run(context, input) {
        const { seen, ...values } = input as { seen?: AnsweredSettings };
        const { base_url: baseUrl = "", [secret.name]: key = "", ...rest } = values as Record<string, string>;
        const fields = rest as Record<string, string> as Record<Field, string>;
        if (seen) requireAddress(card, { seen, baseUrl, fields });
        const wanted = { baseUrl, key, fields };
        const { changed, ...saved } = await settings.save(context, wanted, seen && shownIn(seen));
        return { ...answerOf(saved), changed };
      },
    }),
    testConnection: call(`POST /${name}/test`, {
      for: "owner",
      summary: `Check that ${test.checks}`,
      output: z.object({ status: z.boolean(), msg: z.string(), steps: z.array(testStep) }),
      async run({ shop }) {
        const access = await settings.access(shop.domain);
        const own = test.steps.map(({ name, run }) => ({ name, run: () => run(access) }));
        const steps = await testSteps([...serverSteps(access.baseUrl), ...own], (error, step) => {
          if (!(error instanceof Refusal)) throw error;
          log.warn({ shop: shop.domain, step, code: error.code }, `the test of ${title} failed`);
          return error.message;
        });
        const failed = steps.find(({ state }) => state === "failed");
        const found = steps.slice(-own.length).map(({ text }) => text);
        return { status: !failed, msg: failed?.text ?? found.join(" "), steps };
      },
    }),
  };

  return {
    kind: "connection" as const,
    name,
    card,
    nextStep,
    calls: calls as unknown as ConnectionCalls<Input<Field, Secret, Flag>, Answer<Field, Flag>>,
    /** Whether it is set up in a shop, and the access for those who call the other system. */
    isConfigured: settings.isConfigured,
    access: settings.access,
    sealedColumn: settings.sealedColumn,
  };
}
