import { z } from "zod";
import type { ContractCall } from "~/core/function-entry";
import { call } from "~/platform/contract/call";
import {
  type ConnectorCard,
  type ConnectorField,
  fieldsOf,
  MAX_ADDRESS_LENGTH,
  secretNameOf,
} from "./connector-card";

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

type Calls<Saved, Shown> = {
  read: ContractCall<unknown, Shown>;
  save: ContractCall<Saved, Shown & { changed: boolean }>;
  testConnection: ContractCall<unknown, { msg: string }>;
};

/** The calls of one connector. */
export type ContractOfConnector<Field extends string, Secret extends string, Flag extends string> = Calls<
  Input<Field, Secret, Flag>,
  Answer<Field, Flag>
>;

/** The settings of any connector, as its calls answer them. */
export type AnsweredSettings = Record<string, string | boolean>;

/** The calls of any connector. */
export type ConnectorContract = Calls<
  Record<string, string | AnsweredSettings | undefined>,
  AnsweredSettings
>;

const text = (maxLength: number) =>
  z.string().trim().max(maxLength, `must be at most ${maxLength} characters`);

const fieldValue = ({ maxLength, pattern }: ConnectorField) =>
  pattern ? text(maxLength).regex(new RegExp(pattern.source), pattern.message) : text(maxLength);

/**
 * The calls about the connection to another system.
 * @param name the first part of their path
 * @param checks what the test of the connection checks: "Ekata accepts the key"
 */
export function connectorContract(name: string, card: ConnectorCard, checks: string) {
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
  return {
    read: call("owner")
      .route({ method: "GET", path: `/${name}/settings`, summary: `How ${title} is set up` })
      .output(shown),
    save: call("owner")
      .route({
        method: "PUT",
        path: `/${name}/settings`,
        summary: `Set up ${title}. An empty address turns it off and deletes the ${secretNameOf(card)}`,
      })
      .input(input)
      .output(shown.extend({ changed: z.boolean() })),
    testConnection: call("owner")
      .route({ method: "POST", path: `/${name}/test`, summary: `Check that ${checks}` })
      .output(z.object({ msg: z.string() })),
  };
}
