import { z } from "zod";
import { type ConnectorCard, fieldsOf } from "~/core/connectors/connector-card";

/** The form of a connector's card: its fields and the address that was stored when it was opened, or the test of the connection. */
export function connectorForm(card: ConnectorCard): z.ZodType<{ intent: string } & Record<string, string>> {
  const fields = fieldsOf(card);
  const names = ["base_url", "openedAddress", card.secret.name, ...fields.map(({ name }) => name)];
  const isFilledIn = (form: Record<string, string>) =>
    fields.some(({ name, initial = "" }) => !["", initial].includes(form[name]?.trim() ?? ""));
  return z.discriminatedUnion("intent", [
    z
      .object({
        ...Object.fromEntries(names.map((name) => [name, z.string()])),
        intent: z.literal("save"),
      })
      // Without the address that was there, the connector is turned off, whatever the fields have.
      .refine(
        (form: Record<string, string>) => form.base_url?.trim() || form.openedAddress || !isFilledIn(form),
        {
          path: ["base_url"],
          error: `Enter the address of ${card.title}, too.`,
        },
      ),
    z.object({ intent: z.literal("test") }),
  ]);
}
