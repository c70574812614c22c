import { z } from "zod";
import { type ConnectorCard, fieldsOf } from "~/core/connectors/connector-card";

/** The form of a connector's card: its fields, or the test of the connection. */
export function connectorForm(card: ConnectorCard): z.ZodType<{ intent: string } & Record<string, string>> {
  const names = ["base_url", card.secret.name, ...fieldsOf(card).map(({ name }) => name)];
  return z.discriminatedUnion("intent", [
    z.object({
      ...Object.fromEntries(names.map((name) => [name, z.string()])),
      intent: z.literal("save"),
    }),
    z.object({ intent: z.literal("test") }),
  ]);
}
