import { z } from "zod";
import { type ConnectorCard, fieldsOf } from "~/core/connectors/connector-card";
import type { AnsweredSettings } from "~/core/connectors/connector-contract";
import { jsonField } from "~/platform/form";

type ConnectorForm =
  | { intent: "save"; seen: AnsweredSettings; settings: Record<string, string> }
  | { intent: "test" };

const seen = jsonField(z.record(z.string(), z.union([z.string(), z.boolean()])));

/** The form of a connector's card: its fields and the settings that it showed, or the test of the connection. */
export function connectorForm(card: ConnectorCard): z.ZodType<ConnectorForm> {
  const fields = fieldsOf(card);
  const names = ["base_url", card.secret.name, ...fields.map(({ name }) => name)];
  const isFilledIn = (settings: Record<string, string>) =>
    fields.some(({ name, initial = "" }) => !["", initial].includes(settings[name]?.trim() ?? ""));
  const values = Object.fromEntries(names.map((name) => [name, z.string()]));
  return z.discriminatedUnion("intent", [
    z
      .object({ ...values, intent: z.literal("save"), seen })
      .transform(({ intent, seen, ...settings }) => ({
        intent,
        seen,
        settings: settings as Record<string, string>,
      }))
      // Without the address that was there, the connector is turned off, whatever the fields have.
      .refine(({ seen, settings }) => settings.base_url?.trim() || seen.base_url || !isFilledIn(settings), {
        path: ["base_url"],
        error: `Enter the address of ${card.title}, too.`,
      }),
    z.object({ intent: z.literal("test") }),
  ]);
}
