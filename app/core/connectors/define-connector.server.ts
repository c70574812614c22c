import { implement, type Router } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import type { Contracts } from "~/core/function-entry";
import { guard } from "~/core/guard.server";
import type { ConnectorCard, DeclaredConnector } from "./connector-card";
import { type AnsweredSettings, type ContractOfConnector, connectorContract } from "./connector-contract";
import { type ConnectorAccess, connectorSettings, type ShownSettings } from "./connector-settings.server";

interface Declaration<Name extends string, Field extends string, Secret extends string, Flag extends string>
  extends ConnectorCard<Field, Secret, Flag> {
  /** The key of its calls under `connectors`, the first part of their path, and the key of its settings. */
  name: Name;
  /** Refuses what needs the connector, in a shop where it isn't set up. */
  notConfigured: string;
  /** What can be done once it is set up, for the notice. */
  nextStep: string;
  /** Refuses values that are valid one by one, but not together. */
  check?(fields: Record<Field, string>): void;
  test: {
    /** What it checks: "Ekata accepts the key". */
    checks: string;
    /**
     * Calls the other system without an effect there.
     * @returns the result as a sentence
     * @throws a refusal that says what to correct
     */
    run(access: ConnectorAccess<Field>, shop: string): Promise<string>;
  };
}

/** A connector of any kind, with its calls. */
export interface Connector extends DeclaredConnector {
  contract: Contracts;
  router: Router<Contracts, CallContext>;
}

/**
 * Declares the connection to another system: its settings, their card on Settings, and the calls that read, save and test them.
 * Name it under `connectors` of its module.
 */
export function defineConnector<
  const Name extends string,
  const Field extends string = never,
  const Secret extends string = string,
  const Flag extends string = string,
>({ name, notConfigured, nextStep, check, test, ...card }: Declaration<Name, Field, Secret, Flag>) {
  const settings = connectorSettings<Field>(name, card, notConfigured);
  const contract = connectorContract(name, card, test.checks);
  const calls = implement(contract).$context<CallContext>().use(guard);

  const answerOf = ({ baseUrl, fields, hasSecret }: ShownSettings<Field>) => ({
    base_url: baseUrl,
    ...fields,
    [card.secret.storedFlag]: hasSecret,
  });

  const shownIn = ({ base_url: baseUrl, [card.secret.storedFlag]: hasSecret, ...fields }: AnsweredSettings) =>
    ({ baseUrl, fields, hasSecret }) as unknown as ShownSettings<Field>;

  const router = calls.router({
    read: calls.read.handler(async ({ context }) => answerOf(await settings.read(context.shop.domain))),

    save: calls.save.handler(async ({ input, context }) => {
      const { seen, ...values } = input as { seen?: AnsweredSettings };
      const {
        base_url: baseUrl = "",
        [card.secret.name]: key = "",
        ...rest
      } = values as Record<string, string>;
      const fields = rest as Record<string, string> as Record<Field, string>;
      check?.(fields);
      const wanted = { baseUrl, key, fields };
      const { changed, ...saved } = await settings.save(context, wanted, seen && shownIn(seen));
      return { ...answerOf(saved), changed };
    }),

    testConnection: calls.testConnection.handler(async ({ context: { shop } }) => ({
      msg: await test.run(await settings.access(shop.domain), shop.domain),
    })),
  });

  return {
    name,
    card,
    nextStep,
    // The shapes are made of the card, so their types can't be inferred from the contract.
    contract: contract as unknown as ContractOfConnector<Field, Secret, Flag>,
    router: router as Connector["router"],
    /** Whether it is set up in a shop, and the access for those who call the other system. */
    isConfigured: settings.isConfigured,
    access: settings.access,
  };
}
